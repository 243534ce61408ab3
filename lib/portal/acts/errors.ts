import type { ProgrammeSettingValues } from "@/lib/ledger/rules/programme-settings";
import type { Bilingual } from "@/lib/platform/language";
import type { AuditSubject } from "@/lib/portal/acts/audit-log";
import type { DealState } from "@/lib/portal/acts/deal-states";
import type { PortalErrorCode } from "@/lib/portal/wire/errors";

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
  | "agreedOn"
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
  | "lastDay"
  | "limits"
  | "logoHash"
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
  | "receivedOn"
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
  | "windows"
  | "words";

/** To whom it was sent, why, and what becomes of it then. */
interface SecondPersonTold {
  sent: Bilingual;
  why: Bilingual;
  next: Bilingual;
}

/** Values of the refusals that have any, which a text about them may name. Codes, statuses and texts are in lib/portal/wire/errors.ts. */
interface Told {
  /** There is none, or none that the actor may know of: callers cannot tell which. */
  not_found: { subject?: AuditSubject | "list_view" };
  /** Another request changed it since it was read; `version` is the present one. */
  conflict: { subject?: AuditSubject; version?: number };
  /** The value belongs to another one already. */
  taken: { field: string };
  /** The value cannot be used; `isMissing`: there is none where one is needed. */
  invalid: { field: AdminField; isMissing?: true };
  /** Fields that have to be written first. */
  incomplete: { fields: readonly string[] };
  /** `count` people have the set of permissions. */
  set_in_use: { count: number };
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
  /** More than `above` points need the approval of a second person, with the `before` of the day; `isOwn`: for the actor's own number. */
  approval_required: { above: number; before: number; isOwn?: boolean };
  /** A second person has to approve it; then the asker finishes it. The request is kept. */
  second_person: SecondPersonTold;
  /** The same of an act that the approval carries out. */
  second_person_asked: SecondPersonTold;
  /** More wallets were looked at than one person may: `seconds` until it goes on. */
  too_many_views: { seconds: number };
  /** The actor set or cleared the customer's PIN: from then on they take payments. */
  own_pin: { until: Bilingual };
  /** There are `max` saved views of the list, the most that one person keeps. */
  list_views_full: { max: number };
  /** The person's merchant has ended: its last day, and whom to ask. */
  merchant_ended: Readonly<Record<"merchant" | "day" | "people", Bilingual>>;
  /** The person's access was taken away: whom to ask. */
  access_ended: { people: Bilingual };
  /** The deal's state does not allow the move. */
  deal_state: { state: DealState };
  /** The person has a shift that is open already. */
  shift_open: { name: string };
  /** The uploaded file cannot be used as a picture. */
  picture: { problem: PictureProblem };
  /** Requirements of the client are not met; 0 `missing`: it is no test client. */
  not_certifiable: { missing: number };
  /** Problems by field. */
  validation: { fields: Readonly<Record<string, Bilingual>> };
  /** Wrong proofs: the next attempt at a way in is heard after `seconds`. */
  sign_in_paused: { seconds: number };
  /** Too many attempts: the next is heard after `seconds`. */
  rate_limited: { seconds: number };
  /** The person has `max` passkeys, the most there are. */
  too_many_passkeys: { max: number };
}
export type AdminErrorCode = keyof Told | PortalErrorCode;
export type AdminErrorParameters = Told & {
  [Code in Exclude<AdminErrorCode, keyof Told>]: Record<never, never>;
};

type Arguments<Code extends AdminErrorCode> = object extends AdminErrorParameters[Code]
  ? [parameters?: AdminErrorParameters[Code]]
  : [parameters: AdminErrorParameters[Code]];

const BRAND = Symbol.for("points-service.AdminError");

/**
 * A refusal of the portal: no session, no right, wrong input, or an act that cannot be done. `message` is for the log. Refusals of the
 * ledger (not enough points …) are DomainErrors.
 */
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
export type PictureProblem = "type" | "broken" | "animated" | "too_large" | "too_small" | "logo_too_small";
