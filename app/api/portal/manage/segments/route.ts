import { createSegment } from "@/lib/areas/programme/create-segment";
import { segmentSchema } from "@/lib/areas/programme/desk-schemas";
import { presentSegment } from "@/lib/areas/programme/portal";
import { createSegmentSchema } from "@/lib/areas/programme/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

export const POST = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  body: createSegmentSchema,
  answer: segmentSchema,
  handler: async (call) => presentSegment(await createSegment(adminContext(), adminActor(call), call.body)),
});
