import { entryColumns } from "@/lib/areas/entries/columns";
import { presentPage } from "@/lib/areas/entries/portal";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { branchHistory } from "@/lib/log/history";
import { csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool } from "@/lib/platform/database/pg-pools";
import type { Language } from "@/lib/platform/language";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { requireBranch } from "@/lib/portal/require";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";
import { stretchOf } from "./day-portal";
import type { BranchReportQuery } from "./schemas";

/** Read from the log at a time: enough to be quick, little enough to hold. */
const PAGE_ENTRIES = 200;

/**
 * A day's entries at a branch as a CSV file, newest first, read from the log while it is sent, so that its length does
 * not matter. Headers are in the reader's language, kinds are English words for machines; times carry the offset of
 * the programme's zone. Throws AdminError `forbidden` for a foreign branch, `validation` for a day to come.
 */
export async function branchReport(
  actor: PortalActor,
  branchId: number,
  { day, userId }: BranchReportQuery,
  language: Language,
): Promise<Response> {
  const branch = await requireBranch(actor, branchId, { allowsInactive: true });
  const { day: reported, from, until } = stretchOf(day);
  await recordSecurityEvent({
    kind: "export.entries",
    userId: actor.userId,
    branchId,
    details: { day: reported },
  });
  const name = language === "ar" ? branch.nameAr : branch.nameEn;
  const person = userId === undefined ? "" : ` (${userId})`;
  return new Response(
    csvStream(entryColumns(services().programme.timeZone(), language), entries(), language),
    {
      headers: csvHeaders({
        name: `${name} ${reported}${person}`,
        plainName: `branch-${branchId} ${reported}${person}`,
      }),
    },
  );

  async function* entries(): AsyncGenerator<PortalEntry> {
    let cursor: string | undefined;
    do {
      const filter = { from, until, userId };
      const history = await branchHistory(portalPool(), { branchId, filter, cursor, limit: PAGE_ENTRIES });
      const page = await presentPage(history);
      yield* page.entries;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
