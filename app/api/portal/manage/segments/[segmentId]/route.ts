import { segmentHistorySchema, segmentParamsSchema, segmentSchema } from "@/lib/areas/programme/desk-schemas";
import { presentSegment, readSegmentHistory } from "@/lib/areas/programme/portal";
import { changeSegmentSchema } from "@/lib/areas/programme/schemas";
import { updateSegment } from "@/lib/areas/programme/update-segment";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** The rates that the segment has and had. */
export const GET = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  params: segmentParamsSchema,
  answer: segmentHistorySchema,
  handler: (call) => readSegmentHistory(adminActor(call), call.params.segmentId),
});

/** Gives the segment new rates, from now on; entries keep those at which they were written. */
export const PATCH = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  params: segmentParamsSchema,
  body: changeSegmentSchema,
  answer: segmentSchema,
  handler: async (call) =>
    presentSegment(await updateSegment(adminContext(), adminActor(call), { ...call.params, ...call.body })),
});
