import { sumOfUnits } from "@/lib/platform/money";

/** Figures of a report for each day, branch, person and deal, in their order. */
export const MEASURES = [
  { key: "issued", logTypeId: 2, cancelledLogTypeId: null },
  { key: "redeemed", logTypeId: 1, cancelledLogTypeId: null },
  { key: "refunded", logTypeId: 3, cancelledLogTypeId: null },
  { key: "returned", logTypeId: 11, cancelledLogTypeId: null },
  { key: "cancelledRewards", logTypeId: 4, cancelledLogTypeId: 2 },
  { key: "cancelledRedemptions", logTypeId: 4, cancelledLogTypeId: 1 },
  { key: "cancelledRefunds", logTypeId: 4, cancelledLogTypeId: 3 },
  { key: "cancelledReturns", logTypeId: 4, cancelledLogTypeId: 11 },
  { key: "cancelledBonuses", logTypeId: 4, cancelledLogTypeId: 6 },
  { key: "cancelledExpiries", logTypeId: 4, cancelledLogTypeId: 5 },
  { key: "expired", logTypeId: 5, cancelledLogTypeId: null },
  { key: "adjustedUp", logTypeId: 6, cancelledLogTypeId: null },
  { key: "adjustedDown", logTypeId: 7, cancelledLogTypeId: null },
  { key: "movedOut", logTypeId: 8, cancelledLogTypeId: null },
  { key: "movedIn", logTypeId: 9, cancelledLogTypeId: null },
  { key: "held", logTypeId: 12, cancelledLogTypeId: null },
  { key: "released", logTypeId: 10, cancelledLogTypeId: null },
] as const;

/** The measure that tells of a kind of entry; every kind has one (tests/integration/reports). */
export function measureOf(kind: Pick<CountedKind, "logTypeId" | "cancelledLogTypeId">): MeasureKey {
  const measure = MEASURES.find(
    ({ logTypeId, cancelledLogTypeId }) =>
      logTypeId === kind.logTypeId && cancelledLogTypeId === kind.cancelledLogTypeId,
  );
  if (measure === undefined)
    throw new RangeError(`No measure for ${kind.logTypeId} ${kind.cancelledLogTypeId}`);
  return measure.key;
}

/** Voids that took points back from customers. */
export const VOIDED_TAKEN = [
  "cancelledRewards",
  "cancelledRefunds",
  "cancelledBonuses",
] as const satisfies readonly MeasureKey[];

/** Voids that gave points back to customers. */
export const VOIDED_GIVEN = [
  "cancelledRedemptions",
  "cancelledReturns",
] as const satisfies readonly MeasureKey[];

interface CountedKind extends Measured {
  logTypeId: number;
  cancelledLogTypeId: number | null;
}

/** The sums of one measure, or of several together. */
export function measured(kinds: readonly CountedKind[], ...keys: readonly MeasureKey[]): Measured {
  const total = { entries: 0, points: 0, value: 0 };
  for (const { key, logTypeId, cancelledLogTypeId } of MEASURES) {
    if (!keys.includes(key)) continue;
    for (const kind of kinds) {
      if (kind.logTypeId !== logTypeId || kind.cancelledLogTypeId !== cancelledLogTypeId) continue;
      total.entries += kind.entries;
      total.points += kind.points;
      total.value = sumOfUnits([total.value, kind.value]);
    }
  }
  return total;
}

/** The reports, each of which is opened by its word in the address (`?part=owed`); the first one without. */
export const REPORT_PARTS = ["overview", "branches", "customers", "offers", "owed"] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/** Comparisons of a range: as many days before, the same days of last year, chosen ones, or none. */
export const COMPARISONS = ["previous", "lastYear", "own", "none"] as const;

export const FILE_FORMATS = ["csv", "xlsx"] as const;

/** Days that a file is kept. */
export const FILE_DAYS = 7;

export const MEASURE_KEYS = MEASURES.map(({ key }) => key);

/** Points by whether and when their customers can spend them, as rows of a month's changes are called. */
export const STATE_KEYS = [
  "state_spendable",
  "state_not_joined",
  "state_stopped",
  "state_pending",
  "state_held",
  "state_by_hand",
  "state_debt",
] as const;

export type MeasureKey = (typeof MEASURES)[number]["key"];

export interface Measured {
  entries: number;
  points: number;
  value: number;
}
