import { deactivateCategory } from "@/lib/areas/categories/categories";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminContext } from "@/lib/portal/administration";
import { actOnEach } from "@/lib/portal/many";
import { manyAnswerSchema, manySchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Takes some categories out of use. */
export const POST = withPortal({
  roles: PERMISSIONS["category.deactivate"],
  reach: "own",
  body: manySchema,
  answer: manyAnswerSchema,
  handler: (call) =>
    actOnEach(call, (actor, { id: categoryId, version }) =>
      deactivateCategory(adminContext(), actor, { categoryId, version }),
    ),
});
