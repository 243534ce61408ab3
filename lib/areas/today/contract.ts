import { TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const ONE = "branches/:branchId";
const one = { may: TILL_ROLES, reach: "branch", params: "branchParamsSchema" } as const;

const load = async () => ({ ...(await import("./schemas")), ...(await import("@/lib/portal/wire/many")) });

export const today = contract("today", load, {
  /** A branch's day. */
  day: {
    route: `GET ${ONE}/day`,
    ...one,
    query: "dayQuerySchema",
    answer: "branchDaySchema",
  },
  /** Sales that may have been sent twice at a branch on a day, where the first few that come with the day are not enough. */
  lookAlikes: {
    route: `GET ${ONE}/look-alikes`,
    ...one,
    query: "dayQuerySchema",
    answer: "lookAlikesSchema",
  },
  /** The entries of a branch's day, page by page. */
  entries: {
    route: `GET ${ONE}/entries`,
    ...one,
    query: "branchEntriesQuerySchema",
    answer: "branchEntriesSchema",
  },
  /** Additions at a branch since the page last heard of it; asked every few seconds while the page is in view. */
  changes: {
    route: `GET ${ONE}/changes`,
    ...one,
    query: "branchChangesQuerySchema",
    answer: "branchChangesSchema",
  },
  /** The entries of a branch's day as a CSV file. */
  report: { route: `GET ${ONE}/report`, ...one, query: "branchReportQuerySchema", answer: "fileSchema" },
  /** The day of each of the merchant's branches. */
  totals: {
    route: "GET branches/totals",
    may: ["supervisor", "merchant_admin"],
    reach: "own",
    query: "dayQuerySchema",
    answer: "branchesDaySchema",
  },
});
