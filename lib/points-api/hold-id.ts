import { positiveInteger } from "./fields";

/** Which hold is captured or released (rules.md §19). */
export const HOLD_ID = positiveInteger(Number.MAX_SAFE_INTEGER, {
  description: "`pointsLog.id` of the hold, which is `transaction.holdId` of Hold's answer.",
  example: 48218,
});
