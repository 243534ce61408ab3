import { ADMINS, acts } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "audit.read": { may: ADMINS, gives: "sight", event: null, security: null },
});
