import { keepPreviousData } from "@tanstack/react-query";
import { portalQuery } from "@/components/kit/query";
import type { RadarFilters } from "@/lib/areas/radar/schemas";

/** What is odd, by person; while others are being fetched, those shown last. */
export const radarQuery = (filters: RadarFilters) =>
  portalQuery({
    key: ["radar", "list", filters],
    answer: async () => (await import("@/lib/areas/radar/schemas")).radarListSchema,
    path: "radar",
    query: filters,
    placeholderData: keepPreviousData,
  });

export const radarPersonQuery = (userId: number) =>
  portalQuery({
    key: ["radar", "person", userId],
    answer: async () => (await import("@/lib/areas/radar/schemas")).radarPersonSchema,
    path: `radar/people/${userId}`,
  });

export const evidenceQuery = (findingId: string) =>
  portalQuery({
    key: ["radar", "finding", findingId],
    answer: async () => (await import("@/lib/areas/radar/schemas")).evidenceSchema,
    path: `radar/findings/${findingId}`,
  });

/** Somebody stands at a till and waits. */
const POLL_MS = 5_000;

/** What is held for review. The page asks again by itself. */
export const reviewsQuery = portalQuery({
  key: ["radar", "reviews"],
  answer: async () => (await import("@/lib/areas/radar/schemas")).reviewListSchema,
  path: "radar/reviews",
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: true,
});
