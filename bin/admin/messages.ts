import type { AdminErrorCode, AdminErrorParameters, AnyAdminError } from "@/lib/portal/acts/errors";
import { optionOf } from "./input";

/** Refusals in words for the person who typed the command. */
const MESSAGES: { [Code in AdminErrorCode]: (parameters: AdminErrorParameters[Code]) => string } = {
  forbidden: () => "This is not allowed.",
  not_found: ({ subject }) => `There is no such ${subject}.`,
  conflict: ({ subject }) => `A person changed the ${subject} at the same moment. Look at it and try again.`,
  taken: ({ field }) => `${optionOf([field])}: this belongs to another one already.`,
  invalid: ({ field }) => `${optionOf([field])}: this value cannot be used.`,
  own_role: () => "Nobody changes their own role.",
  own_account: () => "Nobody does this to themselves.",
  last_admin: () => "This is the last active admin. Create or activate another one first.",
  set_in_use: ({ count }) => `${count} people have these permissions.`,
  link_expired: () => "The link is not good any more.",
  revoked: () => "The client is revoked, for ever. Create another one.",
  inactive: ({ subject }) => `The ${subject} is deactivated.`,
  wallet_status: ({ statusId }) => `The wallet's status (${statusId}) does not allow this.`,
  wallet_not_empty: ({ points }) => `There are ${points} points left in the wallet.`,
  family: ({ reason }) => `These wallets cannot be a family: ${reason}.`,
  in_family: () => "The wallet belongs to a family.",
  not_in_family: () => "The wallet belongs to no such family.",
  approval_required: ({ above }) => `More than ${above} points need the approval of a second person.`,
  second_person: ({ names }) => `A second person has to approve it: ${names}.`,
  own_pin: () => "Who set the PIN does not redeem with it.",
  too_many_views: () => "Too many wallets were looked at.",
  list_views_full: ({ max }) => `There are ${max} views of the list already.`,
  approver_not_allowed: () => "This person cannot approve it.",
  deal_state: ({ state }) => `The deal is ${state}: this cannot be done to it.`,
  picture: ({ problem }) => `The file cannot be used as a picture: ${problem}.`,
  not_certifiable: ({ missing }) => `The client cannot be certified: ${missing} requirements are not met.`,
  shift_open: ({ name }) => `${name} has an open shift already.`,
  shift_closed: () => "The shift is closed already.",
  shift_colleague: () => "The colleague does not work at that branch.",
  busy: () => "The wallet is in use at this moment. Try again.",
};

/** The sentence for a refusal. */
export function describeRefusal(error: AnyAdminError): string {
  const describe = MESSAGES[error.code] as (parameters: AnyAdminError["params"]) => string;
  return describe(error.params);
}
