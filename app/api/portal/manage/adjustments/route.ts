import { PERMISSIONS } from "@/lib/admin/permissions";
import { requestAdjustment } from "@/lib/admin/request-adjustment";
import {
  adjustedSchema,
  adjustmentListQuerySchema,
  adjustmentPageSchema,
} from "@/lib/contract/portal/wallet-desk";
import { adjustPointsSchema } from "@/lib/contract/portal/wallets";
import { presentAdjusted, readAdjustments } from "@/lib/http/portal/adjustments";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { withPortal } from "@/lib/http/portal/with-portal";

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
