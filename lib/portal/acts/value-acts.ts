import type { Command } from "@/lib/ledger/core/commands";
import type { AdminAction } from "./permissions";

/** Where a person needs nobody else: the bound of an act of {@link VALUE_ACTS}. */
export type Bound =
  /** The person's points of a rolling day, all acts with the same setting together. */
  | { kind: "day"; setting: "adjustmentApprovalAbove" | "offersApprovalAbove" }
  /** No value at all, as long as the setting asks for a second person. */
  | { kind: "setting"; setting: "adminsNeedSecondPerson" | "clientsNeedSecondPerson" }
  /** No value at all. */
  | { kind: "none" }
  /** The limits of rules.md §15, which the ledger counts. */
  | { kind: "limits" };

interface ValueAct {
  /** The value that is weighed, in the words of rules.md §24. */
  value: string;
  bound: Bound;
}

const ALONE: Bound = { kind: "day", setting: "adjustmentApprovalAbove" };
const OFFERS: Bound = { kind: "day", setting: "offersApprovalAbove" };
const ADMINS: Bound = { kind: "setting", setting: "adminsNeedSecondPerson" };
const CLIENTS: Bound = { kind: "setting", setting: "clientsNeedSecondPerson" };
const NEVER_ALONE: Bound = { kind: "none" };
const LIMITS: Bound = { kind: "limits" };

/** Permissions whose acts create no value and take none out of anybody's hands; those that end in `read` or `export` are none either. */
const WITHOUT_VALUE = [
  "merchant.create",
  "merchant.deactivate",
  "merchant.reactivate",
  "merchant.set_last_day",
  "branch.create",
  "branch.update",
  "branch.deactivate",
  "branch.reactivate",
  "client.revoke",
  "client.revoke_secret",
  "client.revoke_signing",
  "client.expose_nid",
  "client.unlimited_rate",
  // Weighed by `client.create` and `client.update`, which ask whether it is permitted.
  "client.own_limits",
  "client.reset_sandbox",
  "certification.issue",
  "certification.revoke",
  "user.deactivate",
  "user.end_sessions",
  "user.end_all_sessions",
  "user.set_numbers",
  "till.register",
  "till.update",
  "till.revoke",
  "till.open_code",
  "till.end_code",
  "till.join",
  "shift.open",
  "shift.close",
  "shift.hand_over",
  "programme.publish_consent",
  "programme.first_hour",
  "programme.set_up",
  "wallet.enrol",
  "wallet.set_status",
  "wallet.reopen",
  "wallet.leave_family",
  "wallet.withdraw_consent",
  "wallet.read_file",
  "closed_month.create",
  "privacy.update",
  "wallet.set_type",
  "wallet.erase",
  // Points go back to the wallet that they were held in.
  "wallet.release_hold",
  // These are the second person.
  "wallet.approve_adjustment",
  "approval.decide",
  "approval.review",
  "deal.duplicate",
  "deal.order",
  "deal.delete",
  // A draft gives nothing.
  "promotion.create",
  "coupon_template.create",
  "image.store",
  "coupon.void",
  "coupon_issue.stop",
  "coupon_issue.take_back",
  "category.create",
  "category.update",
  "category.deactivate",
  "category.reactivate",
  "webhook.create",
  "webhook.update",
  "webhook.rotate",
  "webhook.enable",
  "webhook.disable",
  "webhook.delete",
  "radar.run",
  "radar_case.open",
  "radar_case.assign",
  "radar_case.note",
  "radar_case.close",
  "report_file.create",
  // No person has a set as it is made, and one that people have is not deleted.
  "permission_set.create",
  "permission_set.delete",
] as const satisfies readonly AdminAction[];

type ActWithoutValue =
  | (typeof WITHOUT_VALUE)[number]
  | Extract<AdminAction, `${string}.${"read" | "export"}`>;
export type ValueAction = Exclude<AdminAction, ActWithoutValue>;

/**
 * Every act that creates value or takes it out of a person's hands (rules.md §24). A permission that is neither here nor among
 * {@link WITHOUT_VALUE} does not compile; an act that is here and changes something without `agree` fails (`administer`).
 */
export const VALUE_ACTS: Readonly<Record<ValueAction, ValueAct>> = {
  "client.create": {
    value: "a live client whose scopes move points or open wallets: without a bound",
    bound: CLIENTS,
  },
  "client.update": {
    value:
      "the same, where it may do more than before: a scope, a limit, weaker signing, more addresses, a later end",
    bound: CLIENTS,
  },
  "client.rotate": { value: "the same: whoever rotates sees the ClientId", bound: CLIENTS },
  "client.rotate_signing": { value: "the same: whoever rotates sees the signing secret", bound: CLIENTS },
  "user.create": { value: "an admin or operator", bound: ADMINS },
  "user.invite": { value: "an admin or operator", bound: ADMINS },
  "user.update": { value: "a person who becomes admin or operator, and an admin's e-mail", bound: ADMINS },
  "permission_set.update": { value: "an admin's permission for people who have the set", bound: ADMINS },
  "user.reactivate": { value: "an admin or operator", bound: ADMINS },
  "user.issue_link": { value: "an admin's or operator's way in", bound: ADMINS },
  "user.set_password": { value: "an admin's or operator's way in", bound: ADMINS },
  "user.reset_two_factor": { value: "an admin's or operator's way in", bound: ADMINS },
  "programme.update": {
    value: "a limit, a bound or a second person that is loosened, and a bonus that is raised",
    bound: NEVER_ALONE,
  },
  "programme.put_clock_right": {
    value: "points that come back, and anchors that are accepted",
    bound: NEVER_ALONE,
  },
  "merchant.update": { value: "a limit that is loosened", bound: NEVER_ALONE },
  "segment.create": { value: "rates of a new tier", bound: NEVER_ALONE },
  "segment.update": { value: "another rate, bonus or threshold", bound: NEVER_ALONE },
  "wallet.update": { value: "another mobile number: the wallet", bound: NEVER_ALONE },
  "wallet.set_pin": { value: "the wallet's balance", bound: ALONE },
  "wallet.clear_pin": { value: "the wallet's balance", bound: ALONE },
  "wallet.choose_pin": { value: "what is paid with the PIN until it proves who pays", bound: LIMITS },
  "wallet.join": { value: "the wallet's balance, which can be spent from then on", bound: LIMITS },
  "wallet.join_many": { value: "the balances of the wallets", bound: ALONE },
  "wallet.set_segment": { value: "the wallet's balance, where the tier is a higher one", bound: ALONE },
  "wallet.adjust": { value: "the points", bound: ALONE },
  "wallet.merge": { value: "the points that move", bound: ALONE },
  "wallet.import": {
    value: "the points of the file, and those of customers whom it joins",
    bound: ALONE,
  },
  "wallet.join_family": { value: "the parent's points", bound: NEVER_ALONE },
  "wallet.set_allowance": { value: "an allowance that is raised", bound: NEVER_ALONE },
  "deal.create": { value: "a deal that multiplies points and is published at once", bound: NEVER_ALONE },
  "deal.update": { value: "a published deal that multiplies points", bound: NEVER_ALONE },
  "deal.change_state": { value: "a deal that multiplies points and is published", bound: NEVER_ALONE },
  "promotion.update": {
    value: "the budget of a published promotion whose rule or budget changes",
    bound: OFFERS,
  },
  "promotion.change_state": { value: "the budget of a promotion that is published", bound: OFFERS },
  "promotion.set_stacking": { value: "promotions that add up from now on", bound: NEVER_ALONE },
  "coupon_template.update": {
    value: "the worth of all coupons of a template in use, where it or their number is raised",
    bound: OFFERS,
  },
  "coupon_template.change_state": {
    value: "the worth of all coupons, less the points that they cost",
    bound: OFFERS,
  },
  "coupon.issue": { value: "the worth of the coupon", bound: ALONE },
  "coupon_issue.create": { value: "the worth of all coupons of the file", bound: ALONE },
  "coupon.redeem": { value: "the worth of the coupon", bound: LIMITS },
  "coupon.reopen": { value: "the worth of the coupon", bound: LIMITS },
  "closed_month.reopen": { value: "the figures that a month was closed with", bound: NEVER_ALONE },
};

/**
 * The same for what the ledger moves; null: the command gives nothing that its wallet did not have, and takes nothing from it.
 * Exhaustive: a new kind of command does not compile without its line.
 */
export const VALUE_MOVEMENTS: Readonly<Record<Command["type"], ValueAct | null>> = {
  reward: { value: "the points, promotions and coupons included", bound: LIMITS },
  redeem: { value: "what is paid without the customer's PIN", bound: LIMITS },
  hold: { value: "what is held without the customer's PIN", bound: LIMITS },
  refund: { value: "the value given back", bound: LIMITS },
  return: { value: "the value taken back", bound: LIMITS },
  cancel: { value: "the value undone", bound: LIMITS },
  // Of a hold, which was counted.
  capture: null,
  release_hold: null,
  // By the acts above.
  adjust: null,
  transfer: null,
  release: null,
  // By the system itself.
  expire: null,
};

export function isValueAction(action: AdminAction): action is ValueAction {
  return Object.hasOwn(VALUE_ACTS, action);
}
