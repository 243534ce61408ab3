import { ADMINS, acts } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "webhook.read": { may: ADMINS, gives: "sight", event: null, security: null },
  "webhook.create": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "webhook.update": { may: ADMINS, gives: "nothing", event: null, security: null },
  "webhook.rotate": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "webhook.enable": { may: ADMINS, gives: "nothing", event: null, security: null },
  "webhook.disable": { may: ADMINS, gives: "nothing", event: null, security: null },
  "webhook.delete": { may: ADMINS, gives: "nothing", event: null, security: null },
});
