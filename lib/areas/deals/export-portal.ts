import type { CsvColumn } from "@/lib/platform/csv";
import { formatOffsetDateTime } from "@/lib/platform/time";
import { dealState } from "@/lib/portal/acts/deal-states";
import { type AdminCall, adminActor, adminContext } from "@/lib/portal/administration";
import { chosenFile } from "@/lib/portal/chosen-file";
import { services } from "@/lib/services";
import type { ListedDeal } from "./read";
import { exportDeals } from "./read";

/** The chosen deals as a CSV file. */
export async function dealExport(
  call: AdminCall & { request: Request; query: { ids: number[] } },
): Promise<Response> {
  const now = services().clock.now();
  const rows = await exportDeals(adminContext(), adminActor(call), call.query);
  return chosenFile(call, "deals", (zone) => columns(zone, now), rows);
}

function columns(zone: string, now: Date): CsvColumn<ListedDeal>[] {
  const moment = (date: Date) => formatOffsetDateTime(date, zone);
  return [
    { header: { en: "Offer number", ar: "رقم العرض" }, cell: ({ offerNumber }) => offerNumber },
    { header: { en: "Title in English", ar: "العنوان بالإنجليزية" }, cell: ({ titleEn }) => titleEn },
    { header: { en: "Title in Arabic", ar: "العنوان بالعربية" }, cell: ({ titleAr }) => titleAr },
    {
      header: { en: "Merchant in English", ar: "التاجر بالإنجليزية" },
      cell: ({ merchant }) => merchant.nameEn,
    },
    { header: { en: "Merchant in Arabic", ar: "التاجر بالعربية" }, cell: ({ merchant }) => merchant.nameAr },
    {
      header: { en: "Category in English", ar: "الفئة بالإنجليزية" },
      cell: ({ category }) => category.nameEn,
    },
    { header: { en: "Category in Arabic", ar: "الفئة بالعربية" }, cell: ({ category }) => category.nameAr },
    { header: { en: "Status", ar: "الحالة" }, cell: (deal) => dealState(deal, now) },
    { header: { en: "Start", ar: "البداية" }, cell: ({ startDate }) => moment(startDate) },
    { header: { en: "End", ar: "النهاية" }, cell: ({ endDate }) => moment(endDate) },
    {
      header: { en: "Usable until", ar: "صالح للاستخدام حتى" },
      cell: ({ expiryDate }) => moment(expiryDate),
    },
    { header: { en: "Rate plans", ar: "الباقات" }, cell: ({ ratePlans }) => ratePlans.join(" ") },
  ];
}
