import { portalQuery } from "@/components/kit/query";
import {
  programmeDeskSchema,
  segmentHistorySchema,
  segmentHoldingsSchema,
} from "@/lib/areas/programme/desk-schemas";

/** The programme's rules, its segments and the merchants' refund rules. */
export const programmeQuery = portalQuery({
  key: ["programme", "desk"],
  answer: programmeDeskSchema,
  path: "manage/programme",
});

/** The wallets and points that a change of a segment's rates concerns. */
export const segmentHoldingsQuery = (segmentId: number) =>
  portalQuery({
    key: ["programme", "segment", segmentId, "holdings"],
    answer: segmentHoldingsSchema,
    path: `manage/segments/${segmentId}/holdings`,
    staleTime: 0,
  });

/** The rates that a segment has and had. */
export const segmentHistoryQuery = (segmentId: number) =>
  portalQuery({
    key: ["programme", "segment", segmentId],
    answer: segmentHistorySchema,
    path: `manage/segments/${segmentId}`,
    staleTime: 0,
  });
