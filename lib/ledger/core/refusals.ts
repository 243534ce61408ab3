import type { Command } from "./commands";
import type { ErrorCode } from "./errors";
import type { WalletState } from "./ledger-state";
import { refuse } from "./posting";
import type { WalletStatusId } from "./types";

/** Statuses in which each command may touch a wallet (rules.md §2). Nothing moves on 4, 5 and 6. */
const STATUSES: Record<Command["type"], readonly WalletStatusId[]> = {
  reward: [1, 2],
  redeem: [1],
  refund: [1, 2, 3],
  cancel: [1, 2, 3],
  return: [1, 2, 3],
  adjust: [1, 2, 3],
  release: [1, 2, 3],
  transfer: [1, 2, 3],
  hold: [1],
  capture: [1, 2, 3],
  release_hold: [1, 2, 3],
  expire: [1, 2, 3],
};
const STATUS_REFUSAL = { 1: 1202, 2: 1202, 3: 1203, 4: 1202, 5: 1204, 6: 1206 } as const satisfies Record<
  WalletStatusId,
  ErrorCode
>;
const NEEDS_OPT_IN: ReadonlySet<Command["type"]> = new Set([
  "reward",
  "redeem",
  "refund",
  "cancel",
  "return",
  "hold",
]);

/** A request to the ledger: `buy` is a redemption that pays for a coupon. */
export type Asked = Command["type"] | "buy";

export function askedOf(command: Command): Asked {
  return command.type === "redeem" && command.couponOffer !== undefined ? "buy" : command.type;
}

const PAYING = [1301, 1302, 1304, 1306, 1307, 1310, 1311, 1312, 1701, 1702, 1703] as const;
const LIMITED = [1702, 1703, 1704] as const;

/**
 * Codes that each command's own rules refuse with. The histories of tests/unit/ledger/random.test.ts meet every one of them, and fail on
 * any that is not here.
 */
const OWN_REFUSALS: Record<Asked, readonly ErrorCode[]> = {
  reward: [1304, 1416, ...LIMITED],
  redeem: [...PAYING, 1416],
  buy: [...PAYING, 1416, 1420, 1422],
  refund: [1401, 1402, 1403, 1404, 1405, 1406, 1407, 1416, ...LIMITED],
  cancel: [1002, 1401, 1411, 1412, 1413, 1414, 1415, 1416, 1417, 1418, ...LIMITED],
  return: [1401, 1402, 1403, 1404, 1405, 1406, 1407, 1411, 1415, 1416, ...LIMITED],
  adjust: [1301, 1304],
  release: [1301],
  transfer: [1301, 1304],
  hold: [...PAYING, 1405, 1416],
  capture: [1405, 1416, 1418, 1419],
  release_hold: [1416, 1418],
  expire: [],
};

/** Every code that a command may be refused with, in order: of its wallet, of a reference that was used otherwise, and of its own rules. */
export function refusalsOf(asked: Asked): ErrorCode[] {
  const standing = standingRefusalsOf(asked === "buy" ? "redeem" : asked);
  return [1201 as const, ...standing, ...OWN_REFUSALS[asked], 1501 as const].sort(
    (one, other) => one - other,
  );
}

/** Codes with which {@link refuseWrongStanding} refuses a command of this type. */
export function standingRefusalsOf(type: Command["type"]): ErrorCode[] {
  const refused = ([1, 2, 3, 4, 5, 6] as const).filter((status) => !STATUSES[type].includes(status));
  const codes = refused.map((status): ErrorCode => STATUS_REFUSAL[status]);
  return [...new Set<ErrorCode>(NEEDS_OPT_IN.has(type) ? [...codes, 1205] : codes)];
}

/** Refuses with 1202 to 1206 what the wallet's status, or a customer who has not joined, does not allow. */
export function refuseWrongStanding(
  { statusId, isOptedIn }: Pick<WalletState, "statusId" | "isOptedIn">,
  type: Command["type"],
  { needsOptIn = NEEDS_OPT_IN.has(type) } = {},
): void {
  if (!STATUSES[type].includes(statusId)) refuse(STATUS_REFUSAL[statusId]);
  if (needsOptIn && !isOptedIn) refuse(1205);
}

/** Refuses a transfer into a wallet on which nothing moves. */
export function refuseWrongTarget({ statusId }: Pick<WalletState, "statusId">): void {
  if (!STATUSES.transfer.includes(statusId)) refuse(STATUS_REFUSAL[statusId]);
}
