import { NOTED_ACTS } from "@/lib/portal/acts/generated/permissions";

/** How an event of a kind is treated. */
interface Kind {
  /** Webhooks tell it at once, and it is stored before the caller goes on. */
  isGrave?: true;
  /** The same by the same person from the same address is noted once a minute. */
  isOftenTheSame?: true;
  /** Anybody can cause it, from any number of addresses: noted once a minute and address, and so often a minute at most. */
  isByStrangers?: true;
}

/**
 * Events about access and rights. An event that is also an act of administration or of one's own account is called as that is in the audit
 * log, and written with it.
 */
const OTHER_KINDS = {
  "sign_in.succeeded": {},
  "sign_in.failed": {},
  "sign_in.code_failed": {},
  "sign_in.passkey_failed": { isByStrangers: true },
  "sign_in.sso_failed": { isByStrangers: true },
  "till.refused": { isOftenTheSame: true },
  "till.cashier_changed": {},
  // A kept sale that was refused is given up, with its reason.
  "till.sale_removed": {},
  "sign_out.succeeded": {},
  "api.refused": { isOftenTheSame: true },
  "api.limited": { isOftenTheSame: true },
  "sign_in.locked": { isGrave: true, isOftenTheSame: true },
  "pin.failed": {},
  "pin.locked": { isOftenTheSame: true },
  // On the display of a till.
  "pin.chosen": {},
  // A supervisor's own PIN, typed at another person's till.
  "staff_pin.failed": {},
  "staff_pin.set": {},
  "staff_pin.locked": { isGrave: true, isOftenTheSame: true },
  "limit.reached": { isOftenTheSame: true },
  "view.unusual": { isOftenTheSame: true },
  // Written by releases before, beside the act.
  "export.wallets": {},
  "export.entries": {},
  "export.reports": {},
  "export.audit": {},
  "account.accept_invite": {},
  "account.use_reset_link": {},
  "account.change_password": {},
  "account.enable_two_factor": {},
  "account.disable_two_factor": { isGrave: true },
  "account.renew_backup_codes": {},
  "account.use_backup_code": {},
  // The digest of the seals of what stands beside the log (lib/areas/anchors/state.ts).
  "state.sealed": {},
  "state.changed": { isGrave: true, isOftenTheSame: true },
} as const satisfies Record<string, Kind>;

export type SecurityKind = keyof typeof OTHER_KINDS | keyof typeof NOTED_ACTS;

const SECURITY_KINDS = {
  ...OTHER_KINDS,
  ...Object.fromEntries(
    Object.entries(NOTED_ACTS).map(([action, security]) => [
      action,
      security === "grave" ? { isGrave: true } : {},
    ]),
  ),
} as Readonly<Record<SecurityKind, Kind>>;

export const ALL_SECURITY_KINDS = Object.keys(SECURITY_KINDS) as [SecurityKind, ...SecurityKind[]];

export function isSecurityKind(text: string): text is SecurityKind {
  return Object.hasOwn(SECURITY_KINDS, text);
}

export function kindOfEvent(kind: SecurityKind): Kind {
  return SECURITY_KINDS[kind];
}
