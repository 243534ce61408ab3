import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { safeParse } from "zod/v4/core";
import { readEntryFilter } from "@/components/entries/entry-filter";
import { entryQuery, walletEntriesQuery } from "@/components/entries/queries";
import { walletQuery } from "@/components/wallets/queries";
import { WalletPage } from "@/components/wallets/wallet-page";
import { presentEntryDetails, presentWalletHistory } from "@/lib/areas/entries/portal";
import { entryParamsSchema } from "@/lib/areas/entries/schemas";
import { walletParamsSchema } from "@/lib/areas/till/schemas";
import { presentWallet } from "@/lib/areas/wallets/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../role-gate";

interface Props {
  params: Promise<{ walletId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallets.page"))("title") };
}

export default async function Wallet({ params, searchParams }: Props) {
  const [{ actor }, input, query] = await Promise.all([requirePageSession(), params, searchParams]);
  const parsed = safeParse(walletParamsSchema, input);
  if (!parsed.success) notFound();
  const { walletId } = parsed.data;
  const address = addressOf(query);
  const filter = readEntryFilter(address);
  const entry = safeParse(entryParamsSchema, { entryId: address.get("entry") });
  const entryAhead = (entryId: number) =>
    readAhead(entryQuery(entryId), () => presentEntryDetails(actor, entryId));
  return (
    <RoleGate path={`/wallets/${walletId}`}>
      <Prefetched
        queries={[
          readAhead(walletQuery(walletId), () => presentWallet(actor, walletId)),
          readAhead(walletEntriesQuery(walletId, filter), () =>
            presentWalletHistory(actor, walletId, filter),
          ),
          ...(entry.success ? [entryAhead(entry.data.entryId)] : []),
        ]}
      >
        <WalletPage walletId={walletId} />
      </Prefetched>
    </RoleGate>
  );
}
