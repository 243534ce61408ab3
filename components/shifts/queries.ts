import { portalQuery } from "@/components/kit/query";

/** What reads the answers; it comes with the first of them. */
export const loadShiftSchemas = () => import("@/lib/areas/shifts/schemas");

/** One's own shift that is open. */
export const ownShiftQuery = portalQuery({
  key: ["shifts", "own"],
  answer: async () => (await loadShiftSchemas()).ownShiftSchema,
  path: "shifts/own",
  staleTime: 60_000,
});

/** A shift and what was done in it. */
export const shiftReportQuery = (shiftId: number) =>
  portalQuery({
    key: ["shifts", "report", shiftId],
    answer: async () => (await loadShiftSchemas()).shiftReportSchema,
    path: `shifts/${shiftId}`,
  });
