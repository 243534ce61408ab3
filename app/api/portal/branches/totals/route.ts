import { readBranchesDay } from "@/lib/areas/today/portal";
import { branchesDaySchema, dayQuerySchema } from "@/lib/areas/today/schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** What each of the merchant's branches did on a day. */
export const GET = withPortal({
  roles: ["supervisor", "merchant_admin"],
  reach: "own",
  prolongs: false,
  query: dayQuerySchema,
  answer: branchesDaySchema,
  handler: ({ session, query }) => readBranchesDay(session.branches, query),
});
