import type { ProgrammeSettingValues } from "@/lib/ledger/core/programme-settings";
import type { AuditSubject } from "@/lib/portal/acts/audit-log";
import type { DealState } from "@/lib/portal/acts/deal-states";

/** Why a wallet cannot become a child of another one (rules.md §20). */
export type FamilyReason =
  | "itself"
  | "two_parents"
  | "has_children"
  | "parent_is_child"
  | "too_many"
  | "test";

/** The fields an input may be refused for, by the names that the inputs of acts give them. */
export type AdminField =
  | keyof ProgrammeSettingValues
  | "address"
  | "allowance"
  | "allowedOrigins"
  | "assignedTo"
  | "birthDate"
  | "branchIds"
  | "budgetPoints"
  | "categoryId"
  | "code"
  | "columns"
  | "consentVersion"
  | "contactMsisdn"
  | "coordinates"
  | "discount"
  | "email"
  | "endDate"
  | "eventTypes"
  | "expiresAt"
  | "factors"
  | "imageHash"
  | "file"
  | "ipRanges"
  | "keyRequiredFor"
  | "limits"
  | "merchantId"
  | "msisdn"
  | "nid"
  | "offerNumber"
  | "order"
  | "password"
  | "pin"
  | "points"
  | "rate"
  | "removed"
  | "referralMsisdn"
  | "refundWindowDays"
  | "returnWindowDays"
  | "role"
  | "scopes"
  | "segmentId"
  | "setId"
  | "signing"
  | "startDate"
  | "stock"
  | "stockMax"
  | "statusId"
  | "worth"
  | "toWalletCode"
  | "url"
  | "username"
  | "value"
  | "walletCode"
  | "walletCodes"
  | "walletType"
  | "windows";

/**
 * Why an administrative act is refused, and the values that a text about it may name. Refusals of the ledger
 * (not enough points …) are DomainErrors and pass through as they are.
 */
export interface AdminErrorParameters {
  /** The actor's role does not allow it. */
  forbidden: Record<never, never>;
  /** There is none, or none that the actor may know of: callers cannot tell which. */
  not_found: { subject: AuditSubject | "list_view" };
  /** Another request changed it since it was read; `version` is the present one. */
  conflict: { subject: AuditSubject; version: number };
  /** The value belongs to another one already. */
  taken: { field: string };
  /** The value cannot be used. */
  invalid: { field: AdminField };
  /** Nobody changes their own role. */
  own_role: Record<never, never>;
  /** Users cannot deactivate themselves; they change their own password with the present one. */
  own_account: Record<never, never>;
  /** The merchant, or the programme, would be left without an active admin. */
  last_admin: Record<never, never>;
  /** `count` people have the set of permissions. */
  set_in_use: { count: number };
  /** The link was used, replaced or taken back, or is too old, or there never was one. */
  link_expired: Record<never, never>;
  /** The client or the secret is revoked, for ever. */
  revoked: { subject: "client" };
  /** The record that it belongs to is deactivated. */
  inactive: { subject: AuditSubject };
  /** A wallet in this status cannot do that; a closed one must hold no points. */
  wallet_status: { statusId: number };
  /** There are points left in the wallet. */
  wallet_not_empty: { points: number };
  /** Families are one level deep, with so many children at most. */
  family: { reason: FamilyReason };
  /** A wallet of a family is not merged and not closed. */
  in_family: Record<never, never>;
  /** There is no family that it could leave, or no pool to spend from. */
  not_in_family: Record<never, never>;
  /** More than `above` points need the approval of a second person. */
  approval_required: { above: number };
  /** One of `names` has to approve it; then it is asked for again. The request is kept. */
  second_person: { names: string };
  /** The second person must be another one, and one who may. */
  approver_not_allowed: Record<never, never>;
  /** A person who set or cleared a customer's PIN does not redeem from the wallet for a while. */
  own_pin: Record<never, never>;
  /** More wallets were looked at than one person may: `seconds` until it goes on. */
  too_many_views: { seconds: number };
  /** There are `max` saved views of the list, the most that one person keeps. */
  list_views_full: { max: number };
  /** The deal's state does not allow the move. */
  deal_state: { state: DealState };
  /** The person has a shift that is open already. */
  shift_open: { name: string };
  /** The shift was closed. */
  shift_closed: Record<never, never>;
  /** The colleague does not work at the branch, or is the same person. */
  shift_colleague: Record<never, never>;
  /** The uploaded file cannot be used as a picture. */
  picture: { problem: PictureProblem };
  /** Requirements of the client are not met; 0 `missing`: it is no test client. */
  not_certifiable: { missing: number };
  /** The wallet does not stand still long enough; ask again. */
  busy: Record<never, never>;
}

export type AdminErrorCode = keyof AdminErrorParameters;

/** All codes, for tables that must have a text for each. */
export const ADMIN_ERROR_CODES = [
  "forbidden",
  "not_found",
  "conflict",
  "taken",
  "invalid",
  "own_role",
  "own_account",
  "last_admin",
  "set_in_use",
  "link_expired",
  "revoked",
  "inactive",
  "wallet_status",
  "wallet_not_empty",
  "family",
  "in_family",
  "not_in_family",
  "approval_required",
  "second_person",
  "approver_not_allowed",
  "own_pin",
  "too_many_views",
  "list_views_full",
  "deal_state",
  "shift_open",
  "shift_closed",
  "shift_colleague",
  "picture",
  "not_certifiable",
  "busy",
] as const satisfies readonly AdminErrorCode[];

type Arguments<Code extends AdminErrorCode> = keyof AdminErrorParameters[Code] extends never
  ? [parameters?: AdminErrorParameters[Code]]
  : [parameters: AdminErrorParameters[Code]];

const BRAND = Symbol.for("points-service.AdminError");

/** A refused administrative act. `message` is for the log; the texts for people come from the error table. */
export class AdminError<Code extends AdminErrorCode = AdminErrorCode> extends Error {
  override readonly name = "AdminError";
  readonly [BRAND] = true;
  readonly params: AdminErrorParameters[Code];

  constructor(
    readonly code: Code,
    ...[parameters]: Arguments<Code>
  ) {
    super(
      [
        `Refused: ${code}`,
        ...Object.entries(parameters ?? {}).map(([name, value]) => `${name}=${value}`),
      ].join(" "),
    );
    this.params = (parameters ?? {}) as AdminErrorParameters[Code];
  }
}

/** One kind of {@link AdminError}, with the parameters of its code. */
export type AnyAdminError = { [Code in AdminErrorCode]: AdminError<Code> }[AdminErrorCode];

/** True for an {@link AdminError} of any copy of this module in the process; narrows `params` by `code`. */
export function isAdminError(error: unknown): error is AnyAdminError {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** Why an uploaded file cannot be used as a picture. */
export type PictureProblem = "type" | "broken" | "animated" | "too_large" | "too_small";
