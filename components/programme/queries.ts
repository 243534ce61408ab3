import { portalQuery } from "@/components/kit/query";

/** The programme's rules, its segments and the merchants' refund rules. */
export const programmeQuery = portalQuery({
  key: ["programme", "desk"],
  answer: async () => (await import("@/lib/areas/programme/desk-schemas")).programmeDeskSchema,
  path: "manage/programme",
});

/** The wallets and points that a change of a segment's rates concerns. */
export const segmentHoldingsQuery = (segmentId: number) =>
  portalQuery({
    key: ["programme", "segment", segmentId, "holdings"],
    answer: async () => (await import("@/lib/areas/programme/desk-schemas")).segmentHoldingsSchema,
    path: `manage/segments/${segmentId}/holdings`,
    staleTime: 0,
  });

/** The rates that a segment has and had. */
export const segmentHistoryQuery = (segmentId: number) =>
  portalQuery({
    key: ["programme", "segment", segmentId],
    answer: async () => (await import("@/lib/areas/programme/desk-schemas")).segmentHistorySchema,
    path: `manage/segments/${segmentId}`,
    staleTime: 0,
  });
