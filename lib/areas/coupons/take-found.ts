import type { WalletFilters } from "@/lib/areas/wallets/desk-schemas";
import { requireVisits, walletFilterOf } from "@/lib/areas/wallets/read";
import { takeFoundLines } from "@/lib/ledger/with/coupons/issue";
import type { Bilingual } from "@/lib/platform/language";
import type { Act } from "@/lib/portal/acts/administer";
import { AdminError } from "@/lib/portal/acts/errors";
import type { Moment } from "@/lib/wallet/read";
import { openCodesQuery } from "@/lib/wallet/search";
import { ISSUE_MAX } from "./words";

/** Characters of a filter in words. */
const FOUND_WORDS_MAX = 500;

/** Customers that a filter finds, and the filter in words. */
export interface Found {
  filter: WalletFilters;
  words: Bilingual;
}

/** The words of a filter, as they are kept with its issue. */
export const wordsOfFound = (found: Found | undefined) => ({
  foundEn: found?.words.en.slice(0, FOUND_WORDS_MAX) ?? null,
  foundAr: found?.words.ar.slice(0, FOUND_WORDS_MAX) ?? null,
});

/** Keeps the customers that a filter finds as lines: those whom the actor's merchant knows, in the order of their wallets. @throws AdminError invalid, visits_counting */
export async function takeFound(
  { tx, actor }: Act,
  issueId: number,
  at: Moment,
  { filter }: Found,
): Promise<number> {
  await requireVisits(tx, filter);
  const { merchantId } = actor;
  const { sql, values } = openCodesQuery(
    { ...walletFilterOf(actor, filter), ...(merchantId !== null && { merchantId }) },
    { at, limit: ISSUE_MAX + 1 },
  );
  const lines = await tx.$executeRawUnsafe(takeFoundLines(sql, values.length + 1), ...values, issueId);
  if (lines > ISSUE_MAX) throw new AdminError("invalid", { field: "file" });
  return lines;
}
