import type { Language } from "@/lib/platform/language";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lengthOf } from "./range";
import type { FileFormat, ReportEntriesFilter } from "./schemas";

/** The entries of a file: a filter whose days are known. */
export type FileQuery = ReportEntriesFilter & { from: string; to: string };

/** One person's files that are not made yet; above this number one has to wait. */
const UNDONE_MAX = 3;

export interface CreateReportFileInput {
  format: FileFormat;
  language: Language;
  query: FileQuery;
}

/**
 * Asks for a file of entries, which a job then makes (runner.ts). That it was asked for, and of what, is in the audit log before the first
 * entry is given out. The caller checks that merchant and branch are within the actor's reach.
 * @throws AdminError forbidden, busy when too many of the actor's are being made
 */
export function createReportFile(
  context: AdminContext,
  actor: AdminActor,
  { format, language, query }: CreateReportFileInput,
): Promise<number> {
  return administer(context, actor, "report_file.create", async ({ tx, now, record }) => {
    const { merchantId, userId } = actor;
    const undone = await tx.reportFile.count({
      where: { createdBy: userId, state: { in: ["waiting", "running"] } },
    });
    if (undone >= UNDONE_MAX) throw new AdminError("busy");
    const { id } = await tx.reportFile.create({
      data: {
        ...{ format, language, merchantId, query: { ...query } },
        days: lengthOf(query),
        createdBy: userId,
        createdAt: now,
      },
    });
    await record({
      subject: "report_file",
      subjectId: id,
      merchantId,
      before: null,
      after: { format, ...query },
    });
    return id;
  });
}
