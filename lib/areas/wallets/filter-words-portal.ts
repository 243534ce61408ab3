import { createTranslator } from "next-intl";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import type { Bilingual, Language } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";
import { INTL_LOCALE } from "@/lib/platform/preferences";
import type { WalletFilters } from "./desk-schemas";

const STATUSES = Object.keys(WALLET_STATUS) as (keyof typeof WALLET_STATUS)[];

/** A filter of customers in words, as its fields on the page say it. A tier that is gone has its number. */
export async function filterWords(
  database: Pick<PrismaClient, "segmentVersion">,
  filter: WalletFilters,
): Promise<Bilingual> {
  const { segmentId } = filter;
  const tier =
    segmentId === undefined
      ? null
      : await database.segmentVersion.findFirst({
          where: { segmentId, isCurrent: true },
          select: { nameEn: true, nameAr: true },
        });
  const [en, ar] = await Promise.all([
    wordsIn("en", filter, tier?.nameEn ?? `${segmentId}`),
    wordsIn("ar", filter, tier?.nameAr ?? `${segmentId}`),
  ]);
  return { en, ar };
}

async function wordsIn(language: Language, filter: WalletFilters, tier: string): Promise<string> {
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: INTL_LOCALE[language], messages });
  const { visit, segmentId, birthday, pointsMin, pointsMax, joined, statusId } = filter;
  const [kind, days] = visit?.split("-") ?? [];
  const status = STATUSES.find((name) => WALLET_STATUS[name] === statusId);
  const told = (label: string, value: string) => `${label}: ${value}`;
  const parts = [
    kind === "never" && told(t("wallets.desk.filters.visit"), t("wallets.desk.filters.never")),
    (kind === "within" || kind === "before") &&
      told(t("wallets.desk.filters.visit"), t(`wallets.desk.filters.${kind}`, { days: Number(days) })),
    segmentId !== undefined && told(t("wallets.desk.search.segment"), tier),
    birthday !== undefined &&
      told(t("wallets.desk.filters.birthday"), t("wallets.desk.filters.birthdays", { days: birthday })),
    pointsMin !== undefined && told(t("wallets.desk.filters.pointsMin"), String(pointsMin)),
    pointsMax !== undefined && told(t("wallets.desk.filters.pointsMax"), String(pointsMax)),
    joined !== undefined &&
      told(t("wallets.desk.search.joined"), t(`wallets.desk.search.joinedIs.${joined}`)),
    status !== undefined && told(t("wallets.desk.search.status"), t(`till.wallet.status.${status}`)),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t("wallets.desk.filters.all") : parts.join(language === "ar" ? "؛ " : "; ");
}
