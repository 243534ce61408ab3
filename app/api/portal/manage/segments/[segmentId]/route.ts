import { updateSegment } from "@/lib/admin/update-segment";
import { changeSegmentSchema } from "@/lib/contract/portal/programme";
import {
  segmentHistorySchema,
  segmentParamsSchema,
  segmentSchema,
} from "@/lib/contract/portal/programme-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentSegment, readSegmentHistory } from "@/lib/http/portal/programme";
import { withPortal } from "@/lib/http/portal/with-portal";

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
