import { ADMINS, acts } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "certification.read": { may: ADMINS, gives: "sight", event: null, security: null },
  "certification.issue": {
    on: ["certificate"],
    may: ADMINS,
    gives: "nothing",
    event: null,
    security: null,
  },
  "certification.revoke": {
    on: ["certificate"],
    may: ADMINS,
    gives: "nothing",
    event: null,
    security: null,
  },
});
