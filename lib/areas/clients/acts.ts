import { ADMINS, acts, clientAgrees, OPERATORS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "client.read": { may: ADMINS, gives: "sight", event: null, security: null },
  "client.create": {
    may: ADMINS,
    gives: clientAgrees(
      "an API client for customers that moves points or opens wallets",
      "نظام كاشير للعملاء يحرك النقاط أو يفتح حسابات",
    ),
    event: null,
    security: "noted",
  },
  "client.update": {
    may: ADMINS,
    gives: clientAgrees(
      "more rights of an API client for customers: a permission, a limit, weaker signing, more addresses, a later end",
      "صلاحيات أكثر لنظام كاشير للعملاء: صلاحية، أو حد، أو توقيع أضعف، أو عناوين أكثر، أو نهاية أبعد",
    ),
    event: null,
    security: "noted",
  },
  "client.rotate": {
    may: ADMINS,
    gives: clientAgrees(
      "a new ClientId of an API client for customers, which its asker sees",
      "معرّف ClientId جديد لنظام كاشير للعملاء، يراه من طلبه",
    ),
    event: null,
    security: "noted",
  },
  "client.revoke": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "client.revoke_secret": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "client.rotate_signing": {
    may: ADMINS,
    gives: clientAgrees(
      "a new signing secret of an API client for customers, which its asker sees",
      "مفتاح توقيع جديد لنظام كاشير للعملاء، يراه من طلبه",
    ),
    event: null,
    security: null,
  },
  "client.revoke_signing": { may: ADMINS, gives: "nothing", event: null, security: null },
  // National ids leave the service, or one till may use all of it: not for one merchant to decide.
  "client.expose_nid": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "client.unlimited_rate": { may: OPERATORS, gives: "nothing", event: null, security: null },
  // Wider than those of the programme.
  // Weighed by `client.create` and `client.update`, which ask whether it is permitted.
  "client.own_limits": { may: OPERATORS, gives: "nothing", event: null, security: null },
  "client.reset_sandbox": { may: ADMINS, gives: "nothing", event: null, security: null },
});
