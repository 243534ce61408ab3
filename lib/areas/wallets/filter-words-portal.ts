import { createTranslator } from "next-intl";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import type { PrismaClient } from "@/lib/platform/database/generated/client";
import type { Bilingual, Language } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";
import { INTL_LOCALE } from "@/lib/platform/preferences";
import type { WalletFilters } from "./desk-schemas";
import { PERIOD_DAYS } from "./words";

const STATUSES = Object.keys(WALLET_STATUS) as (keyof typeof WALLET_STATUS)[];

/** A filter of customers in words, as its fields on the page say it. A tier that is gone has its number. */
export async function filterWords(
  database: Pick<PrismaClient, "segmentVersion" | "branch">,
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
  const branches = await branchesOf(database, filter);
  const [en, ar] = await Promise.all([
    wordsIn("en", filter, { tier: tier?.nameEn ?? `${segmentId}`, branches: branches.map(({ en }) => en) }),
    wordsIn("ar", filter, { tier: tier?.nameAr ?? `${segmentId}`, branches: branches.map(({ ar }) => ar) }),
  ]);
  return { en, ar };
}

/** Branches that are named; of more, their number is told. */
const NAMED_MAX = 4;

/** The names of a filter's branches, in its order, as far as all are named. One that is gone has its number. */
async function branchesOf(
  database: Pick<PrismaClient, "branch">,
  { branches = "" }: WalletFilters,
): Promise<Bilingual[]> {
  const ids = branches.split(",", NAMED_MAX).filter(Boolean).map(Number);
  const found = await database.branch.findMany({
    where: { id: { in: ids } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  return ids.map((id) => {
    const { nameEn: en, nameAr: ar } = found.find((branch) => branch.id === id) ?? {
      nameEn: `${id}`,
      nameAr: `${id}`,
    };
    return { en, ar };
  });
}

const told = (label: string, value: string) => `${label}: ${value}`;

/** Visits and bills of a period in words. */
function cameWords(
  t: ReturnType<typeof createTranslator>,
  { period, branches, ...bounds }: WalletFilters,
  names: readonly string[],
): string[] {
  const { visitsMin, visitsMax, spentMin, spentMax } = bounds;
  const numbers = { visitsMin, visitsMax, spentMin, spentMax };
  const set = Object.entries(numbers).flatMap(([name, value]) =>
    value === undefined ? [] : [told(t(`wallets.desk.filters.${name}`), String(value))],
  );
  const count = branches?.split(",").length ?? 0;
  if (period === undefined && count === 0 && set.length === 0) return [];
  const named = names.join(t("wallets.desk.filters.comma"));
  return [
    told(t("wallets.desk.filters.came"), t("wallets.desk.filters.within", { days: period ?? PERIOD_DAYS })),
    ...set,
    ...(count === 0
      ? []
      : [
          told(
            t("wallets.desk.filters.branches"),
            count <= names.length
              ? named
              : t("wallets.desk.filters.andMore", { names: named, count: count - names.length }),
          ),
        ]),
  ];
}

async function wordsIn(
  language: Language,
  filter: WalletFilters,
  { tier, branches }: { tier: string; branches: readonly string[] },
): Promise<string> {
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: INTL_LOCALE[language], messages });
  const { visit, segmentId, birthday, pointsMin, pointsMax, joined, statusId } = filter;
  const [kind, days] = visit?.split("-") ?? [];
  const status = STATUSES.find((name) => WALLET_STATUS[name] === statusId);
  const parts = [
    kind === "never" && told(t("wallets.desk.filters.visit"), t("wallets.desk.filters.never")),
    (kind === "within" || kind === "before") &&
      told(t("wallets.desk.filters.visit"), t(`wallets.desk.filters.${kind}`, { days: Number(days) })),
    ...cameWords(t, filter, branches),
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
