import { presentReferralReport } from "@/lib/areas/referrals/portal";
import { languageOfRequest } from "@/lib/portal/cookies";
import { serveContract } from "@/lib/portal/serve";
import { reports } from "./contract";
import { askForFile, downloadReportFile, listReportFiles, readReportEntries } from "./files-portal";
import {
  checkNow,
  exportReport,
  readActivity,
  readLatePayments,
  readOutstandingPoints,
  readReportChoices,
  readReportDetails,
} from "./read-portal";

export const reportsPortal = serveContract(reports, {
  activity: ({ actor, query }) => readActivity(actor, query),
  details: ({ actor, query }) => readReportDetails(actor, query),
  latePayments: ({ actor, query }) => readLatePayments(actor, query),
  choices: ({ actor }) => readReportChoices(actor),
  outstanding: readOutstandingPoints,
  referrals: presentReferralReport,
  check: checkNow,
  export: ({ actor, query, request }) => exportReport(actor, query, languageOfRequest(request.headers)),
  entries: ({ actor, query }) => readReportEntries(actor, query),
  files: async ({ actor }) => ({ files: await listReportFiles(actor) }),
  askForFile: ({ body, request, ...call }) => askForFile(call, body, languageOfRequest(request.headers)),
  download: ({ actor, params }) => downloadReportFile(actor, params.fileId),
});
