import { tryItExamplesSchema } from "@/lib/areas/clients/desk-schemas";
import { ADMIN_ROLES } from "@/lib/areas/roles";
import { tryableExamples } from "@/lib/points-api/tryable";
import { withPortal } from "@/lib/portal/with-portal";

/** What the console fills in: for each operation a request that the demo's client can send as it stands, new at each call. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  answer: tryItExamplesSchema,
  handler: () => tryableExamples(),
});
