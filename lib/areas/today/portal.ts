import { languageOfRequest } from "@/lib/portal/cookies";
import { serveContract } from "@/lib/portal/serve";
import { today } from "./contract";
import {
  readBranchChanges,
  readBranchDay,
  readBranchEntries,
  readBranchesDay,
  readLookAlikes,
} from "./day-portal";
import { branchReport } from "./report-portal";

export const todayPortal = serveContract(today, {
  day: ({ actor, params, query }) => readBranchDay(actor, params.branchId, query),
  lookAlikes: ({ actor, params, query }) => readLookAlikes(actor, params.branchId, query),
  entries: ({ actor, params, query }) => readBranchEntries(actor, params.branchId, query),
  changes: ({ actor, params, query }) => readBranchChanges(actor, params.branchId, query),
  report: ({ actor, params, query, request }) =>
    branchReport(actor, params.branchId, query, languageOfRequest(request.headers)),
  totals: ({ session, query }) => readBranchesDay(session.branches, query),
});
