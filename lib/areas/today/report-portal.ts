import { presentPage } from "@/lib/areas/entries/portal";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import type { PortalActor } from "@/lib/areas/portal-actor";
import { recordSecurityEvent } from "@/lib/areas/security/record";
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
 * not matter. Headers are in the reader's language, kinds are English words for machines; times carry the offset of
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
  await recordSecurityEvent({
    kind: "export.entries",
    userId: actor.userId,
    branchId,
    details: { day: reported },
  });
  const name = language === "ar" ? branch.nameAr : branch.nameEn;
  const person = userId === undefined ? "" : ` (${userId})`;
  return new Response(csvStream(columnsIn(services().programme.timeZone(), language), entries(), language), {
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

function columnsIn(zone: string, language: Language): CsvColumn<PortalEntry>[] {
  const moment = (iso: string | null) => iso && formatOffsetDateTime(new Date(iso), zone);
  return [
    { header: { en: "Receipt number", ar: "رقم الإيصال" }, cell: ({ id }) => id },
    { header: { en: "Time", ar: "الوقت" }, cell: ({ createdAt }) => moment(createdAt) },
    { header: { en: "Kind", ar: "النوع" }, cell: ({ logTypeId }) => KIND_NAMES.get(logTypeId as LogTypeId) },
    { header: { en: "Wallet code", ar: "كود المحفظة" }, cell: ({ wallet }) => wallet.walletCode },
    { header: { en: "Points", ar: "النقاط" }, cell: ({ points }) => points },
    { header: { en: "Value", ar: "القيمة" }, cell: ({ value }) => value },
    { header: { en: "Rate", ar: "المعدل" }, cell: ({ factor }) => factor },
    { header: { en: "Balance after", ar: "الرصيد بعدها" }, cell: ({ balanceAfter }) => balanceAfter },
    { header: { en: "Number of the person", ar: "رقم المستخدم" }, cell: ({ by }) => by.id },
    { header: { en: "Person", ar: "المستخدم" }, cell: ({ by }) => by.name },
    { header: { en: "Kind of person", ar: "نوع المستخدم" }, cell: ({ by }) => by.kind },
    { header: { en: "Channel number", ar: "رقم القناة" }, cell: ({ channelId }) => channelId },
    { header: { en: "Reference", ar: "الرقم المرجعي" }, cell: ({ reference }) => reference },
    { header: { en: "Invoice number", ar: "رقم الفاتورة" }, cell: ({ invoiceNumber }) => invoiceNumber },
    { header: { en: "Invoice date", ar: "تاريخ الفاتورة" }, cell: ({ invoiceDate }) => moment(invoiceDate) },
    { header: { en: "Item", ar: "الصنف" }, cell: ({ skuId }) => skuId },
    { header: { en: "Comment", ar: "تعليق" }, cell: ({ comment }) => comment },
    {
      header: { en: "Related receipt", ar: "الإيصال المرتبط" },
      cell: ({ relatedEntryId }) => relatedEntryId,
    },
    {
      header: { en: "Voided by receipt", ar: "إيصال إلغاء العملية" },
      cell: ({ cancelledByEntryId }) => cancelledByEntryId,
    },
    { header: { en: "Branch number", ar: "رقم الفرع" }, cell: ({ branch }) => branch?.id },
    {
      header: { en: "Branch", ar: "الفرع" },
      cell: ({ branch }) => branch && (language === "ar" ? branch.nameAr : branch.nameEn),
    },
  ];
}
