import { presentReferralReport } from "@/lib/areas/referrals/portal";
import { languageOfRequest } from "@/lib/portal/cookies";
import { serveContract } from "@/lib/portal/serve";
import { reports } from "./contract";
import { exportReport } from "./export-portal";
import { askForFile, downloadReportFile, listReportFiles, readReportEntries } from "./files-portal";
import { readOffersReport } from "./offers-portal";
import { closeMonth, readOutstandingPoints, readRollForwardReport } from "./owed-portal";
import {
  checkNow,
  readActivity,
  readLatePayments,
  readReportChoices,
  readReportDetails,
} from "./read-portal";

export const reportsPortal = serveContract(reports, {
  activity: ({ actor, query }) => readActivity(actor, query),
  details: ({ actor, query }) => readReportDetails(actor, query),
  latePayments: ({ actor, query }) => readLatePayments(actor, query),
  offers: ({ actor, query }) => readOffersReport(actor, query),
  choices: ({ actor }) => readReportChoices(actor),
  outstanding: ({ actor, query }) => readOutstandingPoints(actor, query),
  rollForward: ({ actor, query }) => readRollForwardReport(actor, query),
  closeMonth: ({ body, ...call }) => closeMonth(call, body.month),
  referrals: presentReferralReport,
  check: checkNow,
  export: ({ actor, query, request }) => exportReport(actor, query, languageOfRequest(request.headers)),
  entries: ({ actor, query }) => readReportEntries(actor, query),
  files: async ({ actor }) => ({ files: await listReportFiles(actor) }),
  askForFile: ({ body, request, ...call }) => askForFile(call, body, languageOfRequest(request.headers)),
  download: ({ actor, params }) => downloadReportFile(actor, params.fileId),
});
