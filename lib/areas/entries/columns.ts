import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import { FILED_FIELDS } from "@/lib/ledger/rules/entry-fields";
import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import { type CsvColumn, momentCell } from "@/lib/platform/csv";
import type { Language } from "@/lib/platform/language";

/** The kinds by their names in the ledger: "reward", "adjustmentUp". */
const KIND_NAMES = new Map(Object.entries(LOG_TYPE).map(([name, id]) => [id, name]));

/** The columns of a CSV file of entries: headers in the reader's language, kinds as English words for machines. */
export function entryColumns(zone: string, language: Language): CsvColumn<PortalEntry>[] {
  const columns = FILED_FIELDS.map(({ field, file }) => ({
    header: file,
    cell: (entry: PortalEntry) => entry[field],
  }));
  const [invoiceNumber, others] = [columns.slice(0, 1), columns.slice(1)];
  const moment = (iso: string | null) => iso && momentCell(new Date(iso), zone);
  return [
    { header: { en: "Receipt number", ar: "رقم الإيصال" }, cell: ({ id }) => id },
    { header: { en: "Time", ar: "الوقت" }, cell: ({ createdAt }) => moment(createdAt) },
    { header: { en: "Kind", ar: "النوع" }, cell: ({ logTypeId }) => KIND_NAMES.get(logTypeId as LogTypeId) },
    { header: { en: "Wallet code", ar: "كود العميل" }, cell: ({ wallet }) => wallet.walletCode },
    { header: { en: "Points", ar: "النقاط" }, cell: (entry) => movedPoints(entry) },
    { header: { en: "Bill", ar: "قيمة الفاتورة" }, cell: ({ value }) => value },
    { header: { en: "Rate", ar: "المعدل" }, cell: ({ factor }) => Number(factor) },
    { header: { en: "Balance after", ar: "الرصيد بعدها" }, cell: ({ balanceAfter }) => balanceAfter },
    { header: { en: "Number of the person", ar: "رقم المستخدم" }, cell: ({ by }) => by.id },
    { header: { en: "Person", ar: "المستخدم" }, cell: ({ by }) => by.name },
    { header: { en: "Kind of person", ar: "نوع المستخدم" }, cell: ({ by }) => by.kind },
    { header: { en: "Channel number", ar: "رقم القناة" }, cell: ({ channelId }) => channelId },
    { header: { en: "Reference", ar: "الرقم المرجعي" }, cell: ({ reference }) => reference },
    ...invoiceNumber,
    { header: { en: "Invoice date", ar: "تاريخ الفاتورة" }, cell: ({ invoiceDate }) => moment(invoiceDate) },
    ...others,
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
