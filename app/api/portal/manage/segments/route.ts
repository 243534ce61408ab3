import { createSegment } from "@/lib/admin/create-segment";
import { createSegmentSchema } from "@/lib/contract/portal/programme";
import { segmentSchema } from "@/lib/contract/portal/programme-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentSegment } from "@/lib/http/portal/programme";
import { withPortal } from "@/lib/http/portal/with-portal";

export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  body: createSegmentSchema,
  answer: segmentSchema,
  handler: async (call) => presentSegment(await createSegment(adminContext(), adminActor(call), call.body)),
});
