import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { safeParse } from "zod/v4/core";
import { entryFilterSchema } from "@/components/entries/entry-filter";
import { ask, askPages } from "@/components/kit/contract";
import { walletQuery } from "@/components/wallet/queries";
import { WalletPage } from "@/components/wallets/wallet-page";
import { entriesPortal } from "@/lib/areas/entries/portal";
import { entryParamsSchema, walletParamsSchema } from "@/lib/areas/entries/schemas";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { requirePageSession } from "@/lib/portal/page";
import { PageTexts } from "@/lib/portal/page-texts";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { answerOnPage } from "@/lib/portal/serve";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../role-gate";

interface Props {
  params: Promise<{ walletId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallets.page"))("title") };
}

export default async function Wallet({ params, searchParams }: Props) {
  const [session, input, query] = await Promise.all([requirePageSession(), params, searchParams]);
  const parsed = safeParse(walletParamsSchema, input);
  if (!parsed.success) notFound();
  const { walletId } = parsed.data;
  const address = addressOf(query);
  const filter = readFilters(entryFilterSchema, address);
  const entry = safeParse(entryParamsSchema, { entryId: address.get("entry") });
  const { read, ofWallet } = entriesPortal;
  const entryAhead = (params: { entryId: number }) =>
    readAhead(ask(read.endpoint, { params }), () => answerOnPage(read, session, { params }));
  const history = { params: { walletId }, query: filter };
  return (
    <RoleGate path={`/wallets/${walletId}`}>
      <Prefetched
        queries={[
          readAhead(walletQuery(walletId), () =>
            answerOnPage(tillWalletsPortal.one, session, { params: { walletId } }),
          ),
          readAhead(askPages(ofWallet.endpoint, history), () => answerOnPage(ofWallet, session, history)),
          ...(entry.success ? [entryAhead(entry.data)] : []),
        ]}
      >
        <PageTexts page="/wallets/[walletId]">
          <WalletPage walletId={walletId} />
        </PageTexts>
      </Prefetched>
    </RoleGate>
  );
}
