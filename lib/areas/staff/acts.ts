import { ADMINS, acts, adminAgrees } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "user.read": { may: ADMINS, gives: "sight", event: null, security: null },
  "user.create": {
    may: ADMINS,
    gives: adminAgrees("an admin or operator", "مدير أو مشغّل"),
    event: null,
    security: "noted",
  },
  "user.invite": {
    may: ADMINS,
    gives: adminAgrees("an admin or operator", "مدير أو مشغّل"),
    event: null,
    security: "noted",
  },
  "user.issue_link": {
    may: ADMINS,
    gives: adminAgrees("an admin's or operator's way in", "طريقة دخول مدير أو مشغّل"),
    event: null,
    security: "grave",
  },
  "user.update": {
    may: ADMINS,
    gives: adminAgrees(
      "a person who becomes admin or operator, and an admin's e-mail",
      "شخص يصبح مديرًا أو مشغّلًا، والبريد الإلكتروني لمدير",
    ),
    event: null,
    security: "noted",
  },
  "user.set_password": {
    may: ADMINS,
    gives: adminAgrees("an admin's or operator's way in", "طريقة دخول مدير أو مشغّل"),
    event: null,
    security: "grave",
  },
  "user.deactivate": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "user.reactivate": {
    may: ADMINS,
    gives: adminAgrees("an admin or operator", "مدير أو مشغّل"),
    event: null,
    security: "noted",
  },
  "user.confirm": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "user.end_sessions": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "user.end_all_sessions": { may: ADMINS, gives: "nothing", event: null, security: "grave" },
  "user.reset_two_factor": {
    may: ADMINS,
    gives: adminAgrees("an admin's or operator's way in", "طريقة دخول مدير أو مشغّل"),
    event: null,
    security: "grave",
  },
  "user.export": { may: ADMINS, gives: "sight", event: null, security: null },
  // No person has a set as it is made, and one that people have is not deleted.
  "permission_set.create": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "permission_set.update": {
    may: ADMINS,
    gives: adminAgrees("an admin's permission for people who have the set", "صلاحية مدير لمن لديهم المجموعة"),
    event: null,
    security: "noted",
  },
  "permission_set.delete": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "user.set_numbers": { may: ADMINS, gives: "nothing", event: null, security: null },
});
