import { ADMINS, acts, clientAgrees, OPERATORS } from "@/lib/portal/acts/declare";

export const ACTS = acts({
  "client.read": { may: ADMINS, gives: "sight", event: null, security: null },
  "client.create": {
    may: ADMINS,
    gives: clientAgrees("a live client whose scopes move points or open wallets: without a bound"),
    event: null,
    security: "noted",
  },
  "client.update": {
    may: ADMINS,
    gives: clientAgrees(
      "the same, where it may do more than before: a scope, a limit, weaker signing, more addresses, a later end",
    ),
    event: null,
    security: "noted",
  },
  "client.rotate": {
    may: ADMINS,
    gives: clientAgrees("the same: whoever rotates sees the ClientId"),
    event: null,
    security: "noted",
  },
  "client.revoke": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "client.revoke_secret": { may: ADMINS, gives: "nothing", event: null, security: "noted" },
  "client.rotate_signing": {
    may: ADMINS,
    gives: clientAgrees("the same: whoever rotates sees the signing secret"),
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
