import { presentPage } from "@/lib/areas/entries/portal";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import type { PortalActor } from "@/lib/areas/portal-actor";
import { branchHistory } from "@/lib/ledger/history";
import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/types";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool } from "@/lib/platform/database/pg-pools";
import type { Language } from "@/lib/platform/language";
import { formatOffsetDateTime } from "@/lib/platform/time";
import { requireBranch } from "@/lib/portal/require";
import { services } from "@/lib/services";
import { stretchOf } from "./portal";
import type { BranchReportQuery } from "./schemas";

/** Read from the log at a time: enough to be quick, little enough to hold. */
const PAGE_ENTRIES = 200;

/**
 * A day's entries at a branch as a CSV file, newest first, read from the log while it is sent, so that its length does
 * not matter. Headers and kinds are English words for machines, whatever the page's language; times carry the offset of
 * the programme's zone. Throws PortalRefusal `forbidden` for a foreign branch, `validation` for a day to come.
 */
export async function branchReport(
  actor: PortalActor,
  branchId: number,
  { day, userId }: BranchReportQuery,
  language: Language,
): Promise<Response> {
  const branch = await requireBranch(actor, branchId, { allowsInactive: true });
  const { day: reported, from, until } = stretchOf(day);
  const name = language === "ar" ? branch.nameAr : branch.nameEn;
  const person = userId === undefined ? "" : ` (${userId})`;
  return new Response(csvStream(columnsIn(services().programme.timeZone()), entries()), {
    headers: csvHeaders({
      name: `${name} ${reported}${person}`,
      plainName: `branch-${branchId} ${reported}${person}`,
    }),
  });

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

/** The kinds by their names in the ledger: "reward", "adjustmentUp". */
const KIND_NAMES = new Map(Object.entries(LOG_TYPE).map(([name, id]) => [id, name]));

function columnsIn(zone: string): CsvColumn<PortalEntry>[] {
  const moment = (iso: string | null) => iso && formatOffsetDateTime(new Date(iso), zone);
  return [
    { header: "id", cell: ({ id }) => id },
    { header: "createdAt", cell: ({ createdAt }) => moment(createdAt) },
    { header: "kind", cell: ({ logTypeId }) => KIND_NAMES.get(logTypeId as LogTypeId) },
    { header: "walletCode", cell: ({ wallet }) => wallet.walletCode },
    { header: "points", cell: ({ points }) => points },
    { header: "value", cell: ({ value }) => value },
    { header: "factor", cell: ({ factor }) => factor },
    { header: "balanceAfter", cell: ({ balanceAfter }) => balanceAfter },
    { header: "byId", cell: ({ by }) => by.id },
    { header: "byName", cell: ({ by }) => by.name },
    { header: "byKind", cell: ({ by }) => by.kind },
    { header: "channelId", cell: ({ channelId }) => channelId },
    { header: "reference", cell: ({ reference }) => reference },
    { header: "invoiceNumber", cell: ({ invoiceNumber }) => invoiceNumber },
    { header: "invoiceDate", cell: ({ invoiceDate }) => moment(invoiceDate) },
    { header: "skuId", cell: ({ skuId }) => skuId },
    { header: "comment", cell: ({ comment }) => comment },
    { header: "relatedEntryId", cell: ({ relatedEntryId }) => relatedEntryId },
    { header: "cancelledByEntryId", cell: ({ cancelledByEntryId }) => cancelledByEntryId },
    { header: "branchId", cell: ({ branch }) => branch?.id },
    { header: "branchName", cell: ({ branch }) => branch?.nameEn },
  ];
}
