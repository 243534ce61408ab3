import { contract } from "@/lib/portal/contract";

const may = "audit.read";

export const audit = contract("audit", () => import("./schemas"), {
  /** The newest acts first, page by page. */
  list: {
    route: "GET manage/audit",
    may,
    reach: "merchant",
    query: "auditQuerySchema",
    answer: "auditPageSchema",
  },
  /** Words that the log can be filtered by. */
  choices: { route: "GET manage/audit/choices", may, reach: "own", answer: "auditChoicesSchema" },
  /** The acts that match as a CSV file. */
  report: {
    route: "GET manage/audit/report",
    may,
    reach: "merchant",
    query: "auditFiltersSchema",
    answer: "auditReportSchema",
  },
});
