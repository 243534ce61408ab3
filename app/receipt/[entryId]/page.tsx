import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { safeParse } from "zod/v4/core";
import { PageSize } from "@/components/receipt/page-size";
import { ReceiptBar } from "@/components/receipt/receipt-bar";
import { ReceiptSheet } from "@/components/receipt/receipt-sheet";
import { speaker } from "@/components/receipt/voice";
import { entryParamsSchema } from "@/lib/areas/entries/schemas";
import { readReceipt } from "@/lib/areas/receipt/portal";
import { readReceiptChoice } from "@/lib/areas/receipt/schemas";
import { PRINTS_AT_ONCE } from "@/lib/areas/receipt/words";
import { loadMessages } from "@/lib/platform/messages";
import { pageNonce, requireAllowedSession } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
import { isNotFound } from "@/lib/portal/refusal";

interface Props {
  params: Promise<{ entryId: string }>;
  searchParams: Promise<Record<"paper" | "language" | typeof PRINTS_AT_ONCE, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ entryId }, t] = await Promise.all([params, getTranslations("receipt")]);
  return { title: t("title", { number: entryId }), robots: { index: false } };
}

/** The receipt of one entry, for whoever may see the entry. */
export default async function ReceiptPage({ params, searchParams }: Props) {
  const [{ actor }, nonce, input, query] = await Promise.all([
    requireAllowedSession(),
    pageNonce(),
    params,
    searchParams,
  ]);
  const parsed = safeParse(entryParamsSchema, input);
  if (!parsed.success) notFound();
  const choice = readReceiptChoice(query);
  const receipt = await readReceipt(actor, parsed.data.entryId, choice.language).catch(orNotFound);
  const [en, ar] = await Promise.all([loadMessages("en"), loadMessages("ar")]);
  return (
    <PageTexts page="/receipt/[entryId]">
      <main className="flex min-h-dvh flex-wrap items-start justify-center gap-8 p-6 print:block print:p-0">
        <PageSize paper={choice.paper} nonce={nonce} />
        <ReceiptBar
          entryId={receipt.entry.id}
          hash={receipt.hash}
          choice={choice}
          printsAtOnce={query[PRINTS_AT_ONCE] !== undefined}
        />
        <div className="shadow-floating print:shadow-none">
          <ReceiptSheet
            receipt={receipt}
            choice={choice}
            speakers={{ en: speaker("en", en), ar: speaker("ar", ar) }}
          />
        </div>
      </main>
    </PageTexts>
  );
}

function orNotFound(thrown: unknown): never {
  if (isNotFound(thrown)) notFound();
  throw thrown;
}
