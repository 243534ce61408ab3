import { presentAdjusted, readAdjustments } from "@/lib/areas/adjustments/portal";
import { requestAdjustment } from "@/lib/areas/adjustments/request-adjustment";
import {
  adjustedSchema,
  adjustmentListQuerySchema,
  adjustmentPageSchema,
} from "@/lib/areas/adjustments/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adjustPointsSchema } from "@/lib/areas/wallets/schemas";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Adjustments that were asked for: of the actor's merchant, or all. */
export const GET = withPortal({
  roles: PERMISSIONS["wallet.approve_adjustment"],
  reach: "own",
  query: adjustmentListQuerySchema,
  answer: adjustmentPageSchema,
  handler: ({ actor, query }) => readAdjustments(actor, query),
});

/** Corrects a wallet's points, or asks a second person to. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.adjust"],
  reach: "programme",
  body: adjustPointsSchema,
  answer: adjustedSchema,
  handler: async ({ body, ...call }) =>
    presentAdjusted(await requestAdjustment(adminContext(), adminActor(call), body)),
});
