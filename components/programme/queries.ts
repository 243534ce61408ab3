import { portalQuery } from "@/components/kit/query";
import { programmeDeskSchema, segmentHistorySchema } from "@/lib/areas/programme/desk-schemas";

/** The programme's rules, its segments and the merchants' refund rules. */
export const programmeQuery = portalQuery({
  key: ["programme", "desk"],
  answer: programmeDeskSchema,
  path: "manage/programme",
});

/** The rates that a segment has and had. */
export const segmentHistoryQuery = (segmentId: number) =>
  portalQuery({
    key: ["programme", "segment", segmentId],
    answer: segmentHistorySchema,
    path: `manage/segments/${segmentId}`,
    staleTime: 0,
  });
