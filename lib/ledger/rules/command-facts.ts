import type { LimitName } from "@/lib/ledger/with/limits/words";
import type { ErrorCode } from "./errors";
import type { LogTypeId, WalletStatusId } from "./types";

interface Facts {
  /** Namespace of its reference: `logTypeId` of the entry that it writes. */
  references: LogTypeId | typeof SETTLE_REFERENCES;
  /** Whether tills send it: a cancel by reference reaches its namespace then (rules.md §7). */
  fromTills: boolean;
  /** Whether it names an entry, which may be in another wallet's log. */
  namesEntry: boolean;
  /** Statuses in which it may touch a wallet (rules.md §2). Nothing moves on 4, 5 and 6. */
  statuses: readonly WalletStatusId[];
  needsOptIn: boolean;
  /** Its part in the bill whose number it names; null: none. */
  bill: "earns" | "pays" | null;
  /** Whether it counts in the day of its person and merchant. */
  counts: boolean;
  /** Reasons to hold it for review: of the customer, or of their last movements as well; null: none. */
  reviewed: "customer" | "movements" | null;
  /** Limits that it can pass (rules.md §15). */
  limits: readonly LimitName[];
  /**
   * Codes of its own rules. The histories of tests/unit/ledger/random.test.ts meet every one of them, and fail on any that is not here.
   */
  refuses: readonly ErrorCode[];
  /** Those of a redemption that pays for a coupon. */
  refusesAsPurchase?: readonly ErrorCode[];
}

/** Namespace of the references of settlements, which write entries of several kinds. */
const SETTLE_REFERENCES = 16;

const ANY_STANDING = [1, 2, 3] as const;
const PAYING = [1301, 1302, 1304, 1306, 1307, 1310, 1311, 1312, 1701, 1702, 1703] as const;
const LIMITED = [1702, 1703, 1704] as const;
const REVERSING = ["personReversedValueMax", "merchantReversedValueMax"] as const;
const SPENDING = [
  "unprovedValueMax",
  "personUnprovedValueMax",
  "branchUnprovedValueMax",
  "tillUnprovedValueMax",
  "childAllowance",
] as const;
/** Of what no customer is served with. */
const BY_THE_DESK = {
  ...{ fromTills: false, namesEntry: false, statuses: ANY_STANDING, needsOptIn: false },
  ...{ bill: null, counts: false, reviewed: null, limits: [] },
} as const;

/** The commands of the ledger, each with all that other rules ask of it. A new one does not compile with less. */
export const COMMANDS = {
  reward: {
    references: 2,
    fromTills: true,
    namesEntry: false,
    statuses: [1, 2],
    needsOptIn: true,
    bill: "earns",
    counts: true,
    reviewed: "movements",
    limits: [
      "rewardValueMax",
      "personRewardPointsMax",
      "merchantRewardPointsMax",
      "walletRewardsMax",
      "repeatedInvoices",
    ],
    refuses: [1304, 1416, ...LIMITED],
  },
  redeem: {
    references: 1,
    fromTills: true,
    namesEntry: false,
    statuses: [1],
    needsOptIn: true,
    bill: "pays",
    counts: false,
    reviewed: "movements",
    limits: SPENDING,
    refuses: [...PAYING, 1416],
    refusesAsPurchase: [...PAYING, 1416, 1420, 1422],
  },
  /** Its parts bring their own facts: readers see them instead. */
  settle: {
    references: SETTLE_REFERENCES,
    fromTills: true,
    namesEntry: false,
    statuses: [1, 2],
    needsOptIn: true,
    bill: null,
    counts: false,
    reviewed: null,
    limits: [],
    refuses: [1002, ...PAYING, 1416, 1420, 1421, 1704],
  },
  refund: {
    references: 3,
    fromTills: true,
    namesEntry: true,
    statuses: ANY_STANDING,
    needsOptIn: true,
    bill: null,
    counts: true,
    reviewed: "customer",
    limits: REVERSING,
    refuses: [1401, 1402, 1403, 1404, 1405, 1406, 1407, 1416, ...LIMITED],
  },
  cancel: {
    references: 4,
    fromTills: true,
    namesEntry: true,
    statuses: ANY_STANDING,
    needsOptIn: true,
    bill: null,
    counts: true,
    reviewed: "customer",
    limits: REVERSING,
    refuses: [1002, 1401, 1411, 1412, 1413, 1414, 1415, 1416, 1417, 1418, ...LIMITED],
  },
  return: {
    references: 11,
    fromTills: true,
    namesEntry: true,
    statuses: ANY_STANDING,
    needsOptIn: true,
    bill: null,
    counts: true,
    reviewed: "customer",
    limits: REVERSING,
    refuses: [1002, 1401, 1402, 1403, 1404, 1405, 1406, 1407, 1411, 1415, 1416, ...LIMITED],
  },
  hold: {
    references: 12,
    fromTills: true,
    namesEntry: false,
    statuses: [1],
    needsOptIn: true,
    bill: null,
    counts: false,
    reviewed: "movements",
    limits: SPENDING,
    refuses: [...PAYING, 1405, 1416],
  },
  capture: {
    references: 1,
    fromTills: true,
    namesEntry: true,
    statuses: ANY_STANDING,
    needsOptIn: false,
    bill: "pays",
    counts: false,
    reviewed: null,
    limits: [],
    refuses: [1405, 1416, 1418, 1419],
  },
  release_hold: {
    references: 10,
    fromTills: true,
    namesEntry: true,
    statuses: ANY_STANDING,
    needsOptIn: false,
    bill: null,
    counts: false,
    reviewed: null,
    limits: [],
    refuses: [1416, 1418],
  },
  adjust: { ...BY_THE_DESK, references: 6, refuses: [1301, 1304] },
  release: { ...BY_THE_DESK, references: 10, refuses: [1301] },
  transfer: { ...BY_THE_DESK, references: 8, refuses: [1301, 1304] },
  expire: { ...BY_THE_DESK, references: 5, refuses: [] },
} as const satisfies Record<string, Facts>;

export type CommandType = keyof typeof COMMANDS;

/** Types of the commands of which a fact holds. */
export function commandsWith(holds: (facts: Facts) => boolean): ReadonlySet<CommandType> {
  return new Set(
    Object.entries(COMMANDS).flatMap(([type, facts]) => (holds(facts) ? [type as CommandType] : [])),
  );
}

export type OperationId = (typeof COMMANDS)[CommandType]["references"];

/** Namespaces of the references of acts on coupons, which write no entry. */
export const COUPON_REFERENCES = { use: 13, cancellation: 14 } as const;

/** Namespace of the references of enrolments, which write no entry either. */
export const ENROL_REFERENCES = 15 as const;

/** A namespace of references: of entries, of acts on coupons, or of enrolments. */
export type ReferenceSpace =
  | OperationId
  | (typeof COUPON_REFERENCES)[keyof typeof COUPON_REFERENCES]
  | typeof ENROL_REFERENCES;

/** Namespaces of a till's references: a cancel by reference reaches them all (rules.md §7). */
export const TILL_REFERENCES: readonly ReferenceSpace[] = [
  ...new Set<ReferenceSpace>([
    ...[...commandsWith(({ fromTills }) => fromTills)].map((type) => COMMANDS[type].references),
    ...Object.values(COUPON_REFERENCES),
    ENROL_REFERENCES,
  ]),
].sort((one, other) => one - other);
