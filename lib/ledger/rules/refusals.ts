import { COMMANDS, type CommandType } from "./command-facts";
import type { Command } from "./commands";
import type { ErrorCode } from "./errors";
import type { WalletState } from "./ledger-state";
import { refuse } from "./posting";
import type { WalletStatusId } from "./types";

const STATUS_REFUSAL = { 1: 1202, 2: 1202, 3: 1203, 4: 1202, 5: 1204, 6: 1206 } as const satisfies Record<
  WalletStatusId,
  ErrorCode
>;
function isAllowed(type: CommandType, status: WalletStatusId): boolean {
  const { statuses }: { statuses: readonly WalletStatusId[] } = COMMANDS[type];
  return statuses.includes(status);
}

/** A request to the ledger: `buy` is a redemption that pays for a coupon. */
export type Asked = CommandType | "buy";

export function askedOf(command: Command): Asked {
  return command.type === "redeem" && command.couponOffer !== undefined ? "buy" : command.type;
}

/** Every code that a command may be refused with, in order: of its wallet, of a reference that was used otherwise, and of its own rules. */
export function refusalsOf(asked: Asked): ErrorCode[] {
  const standing = standingRefusalsOf(asked === "buy" ? "redeem" : asked);
  const own: readonly ErrorCode[] =
    asked === "buy" ? COMMANDS.redeem.refusesAsPurchase : COMMANDS[asked].refuses;
  return [1201 as const, ...standing, ...own, 1501 as const].sort((one, other) => one - other);
}

/** Codes with which {@link refuseWrongStanding} refuses a command of this type. */
export function standingRefusalsOf(type: CommandType): ErrorCode[] {
  const refused = ([1, 2, 3, 4, 5, 6] as const).filter((status) => !isAllowed(type, status));
  const codes = refused.map((status): ErrorCode => STATUS_REFUSAL[status]);
  return [...new Set<ErrorCode>(COMMANDS[type].needsOptIn ? [...codes, 1205] : codes)];
}

/** Refuses with 1202 to 1206 what the wallet's status, or a customer who has not joined, does not allow. */
export function refuseWrongStanding(
  { statusId, isOptedIn }: Pick<WalletState, "statusId" | "isOptedIn">,
  type: CommandType,
  { needsOptIn = COMMANDS[type].needsOptIn } = {},
): void {
  if (!isAllowed(type, statusId)) refuse(STATUS_REFUSAL[statusId]);
  if (needsOptIn && !isOptedIn) refuse(1205);
}

/** Refuses a transfer into a wallet on which nothing moves. */
export function refuseWrongTarget({ statusId }: Pick<WalletState, "statusId">): void {
  if (!isAllowed("transfer", statusId)) refuse(STATUS_REFUSAL[statusId]);
}
