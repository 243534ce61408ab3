import { branchesDaySchema, dayQuerySchema } from "@/lib/contract/portal/today";
import { readBranchesDay } from "@/lib/http/portal/today";
import { withPortal } from "@/lib/http/portal/with-portal";

/** What each of the merchant's branches did on a day. */
export const GET = withPortal({
  roles: ["supervisor", "merchant_admin"],
  reach: "own",
  prolongs: false,
  query: dayQuerySchema,
  answer: branchesDaySchema,
  handler: ({ session, query }) => readBranchesDay(session.branches, query),
});
