import { contract } from "@/lib/portal/contract";

const ofMerchant = { may: "report.read", reach: "merchant" } as const;
const ofProgramme = { may: "owed.read", reach: "programme" } as const;
const file = { may: "report_file.create", reach: "own" } as const;

const load = async () => ({
  ...(await import("./schemas")),
  ...(await import("./owed-schemas")),
  ...(await import("@/lib/areas/entries/schemas")),
  ...(await import("@/lib/portal/wire/many")),
});

export const reports = {
  ...contract("reports", load, {
    /** A range of days. */
    activity: {
      route: "GET reports",
      ...ofMerchant,
      query: "reportQuerySchema",
      answer: "reportSchema",
    },
    /** Hours, tiers and returning customers of a range of days. */
    details: {
      route: "GET reports/details",
      ...ofMerchant,
      query: "reportScopeQuerySchema",
      answer: "reportDetailsSchema",
    },
    /** Tills that send payments in points after the reward of their bill. */
    latePayments: {
      route: "GET reports/late-payments",
      ...ofMerchant,
      query: "reportScopeQuerySchema",
      answer: "latePaymentsSchema",
    },
    /** Points of promotions, and coupons given and used. */
    offers: {
      route: "GET reports/offers",
      ...ofMerchant,
      query: "reportScopeQuerySchema",
      answer: "offersReportSchema",
    },
    /** The merchants and branches that a report can be limited to. */
    choices: {
      route: "GET reports/choices",
      may: "report.read",
      reach: "own",
      answer: "reportChoicesSchema",
    },
    /** The points that customers hold now, or held at the end of a day, by state, month and merchant. */
    outstanding: {
      route: "GET reports/outstanding",
      ...ofProgramme,
      query: "outstandingQuerySchema",
      answer: "outstandingSchema",
    },
    /** From the points owed before some days to those owed after them. */
    rollForward: {
      route: "GET reports/roll-forward",
      ...ofProgramme,
      query: "rollForwardQuerySchema",
      answer: "rollForwardSchema",
    },
    /** The points that each merchant's bills granted and took as payment in some days, and the balance. */
    settlement: {
      route: "GET reports/settlement",
      ...ofProgramme,
      query: "rollForwardQuerySchema",
      answer: "settlementSchema",
    },
    /** Keeps the roll-forward of a month that is over as it is now. */
    closeMonth: {
      route: "POST reports/closed-months",
      may: "closed_month.create",
      reach: "programme",
      body: "closeMonthSchema",
      answer: "rollForwardSchema",
    },
    /** Each figure that would be told differently if the last closed month were opened again. */
    monthChanges: {
      route: "GET reports/closed-months/changes",
      may: "closed_month.reopen",
      reach: "programme",
      query: "monthQuerySchema",
      answer: "monthChangesSchema",
    },
    /** Opens the last closed month again. */
    reopenMonth: {
      route: "POST reports/closed-months/reopen",
      may: "closed_month.reopen",
      reach: "programme",
      body: "reopenMonthSchema",
      answer: "rollForwardSchema",
    },
    /** Compares the reports' sums with the whole log. */
    check: {
      route: "POST reports/check",
      may: ["programme_operator"],
      reach: "programme",
      answer: "reportCheckSchema",
    },
    /** One of a report's tables as a CSV file. */
    export: {
      route: "GET reports/export",
      ...ofMerchant,
      query: "reportExportQuerySchema",
      answer: "fileSchema",
    },
    /** The entries behind a bar of a report, page by page. */
    entries: {
      route: "GET reports/entries",
      ...ofMerchant,
      query: "reportEntriesQuerySchema",
      answer: "entryPageSchema",
    },
    /** The caller's own files of entries. An open page asks by itself while a file is being made. */
    files: { route: "GET reports/files", ...file, answer: "reportFileListSchema" },
    /** Asks for a file, which is made after the answer. */
    askForFile: {
      route: "POST reports/files",
      may: "report_file.create",
      reach: "merchant",
      body: "createReportFileSchema",
      answer: "reportFileSchema",
    },
    /** A file of entries that is done. */
    download: {
      route: "GET reports/files/:fileId",
      ...file,
      params: "reportFileParamsSchema",
      answer: "fileSchema",
    },
  }),
  ...contract("reports", () => import("@/lib/areas/referrals/schemas"), {
    /** Referrals, month by month. */
    referrals: { route: "GET reports/referrals", ...ofProgramme, answer: "referralReportSchema" },
  }),
};
