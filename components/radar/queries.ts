import { keepPreviousData } from "@tanstack/react-query";
import { portalQuery } from "@/components/kit/query";
import {
  evidenceSchema,
  type RadarFilters,
  radarListSchema,
  radarPersonSchema,
} from "@/lib/areas/radar/schemas";

/** What is odd, by person; while others are being fetched, those shown last. */
export const radarQuery = (filters: RadarFilters) =>
  portalQuery({
    key: ["radar", "list", filters],
    answer: radarListSchema,
    path: "radar",
    query: filters,
    placeholderData: keepPreviousData,
  });

export const radarPersonQuery = (userId: number) =>
  portalQuery({
    key: ["radar", "person", userId],
    answer: radarPersonSchema,
    path: `radar/people/${userId}`,
  });

export const evidenceQuery = (findingId: string) =>
  portalQuery({
    key: ["radar", "finding", findingId],
    answer: evidenceSchema,
    path: `radar/findings/${findingId}`,
  });
