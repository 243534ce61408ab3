import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/core/types";

/** The kinds as people choose among them: what comes in pairs is one choice. */
const KIND_GROUPS = {
  reward: [LOG_TYPE.reward],
  redemption: [LOG_TYPE.redemption],
  refund: [LOG_TYPE.refund],
  rewardReturn: [LOG_TYPE.rewardReturn],
  cancellation: [LOG_TYPE.cancellation],
  expiry: [LOG_TYPE.expiry],
  adjustments: [LOG_TYPE.adjustmentUp, LOG_TYPE.adjustmentDown],
  transfers: [LOG_TYPE.transferOut, LOG_TYPE.transferIn],
  hold: [LOG_TYPE.hold],
  release: [LOG_TYPE.release],
} as const satisfies Record<string, readonly LogTypeId[]>;
export type KindGroup = keyof typeof KIND_GROUPS;
export const KIND_GROUP_NAMES = Object.keys(KIND_GROUPS) as KindGroup[];

/** The groups whose kinds are all in the address's list, such as "6,7". */
export function groupsOf(kinds: string | undefined): KindGroup[] {
  const ids = kinds?.split(",").map(Number) ?? [];
  return KIND_GROUP_NAMES.filter((name) => KIND_GROUPS[name].every((id) => ids.includes(id)));
}

/** The opposite of {@link groupsOf}; no group is every kind. */
export function kindsOf(groups: readonly KindGroup[]): string | undefined {
  return groups.length === 0 ? undefined : groups.flatMap((name) => KIND_GROUPS[name]).join(",");
}
