import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { safeParse } from "zod/v4/core";
import { readEntryFilter } from "@/components/entries/entry-filter";
import { keys } from "@/components/kit/keys";
import { WalletPage } from "@/components/wallets/wallet-page";
import { presentEntryDetails, presentWalletHistory } from "@/lib/areas/entries/portal";
import { entryDetailsSchema, entryPageSchema, entryParamsSchema } from "@/lib/areas/entries/schemas";
import { walletParamsSchema, walletSchema } from "@/lib/areas/till/schemas";
import { presentWallet } from "@/lib/areas/wallets/portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../role-gate";

interface Props {
  params: Promise<{ walletId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallet"))("title") };
}

export default async function Wallet({ params, searchParams }: Props) {
  const [{ actor }, input, query] = await Promise.all([requirePageSession(), params, searchParams]);
  const parsed = safeParse(walletParamsSchema, input);
  if (!parsed.success) notFound();
  const { walletId } = parsed.data;
  const address = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const filter = readEntryFilter(address);
  const entry = safeParse(entryParamsSchema, { entryId: address.get("entry") });
  return (
    <RoleGate path={`/wallets/${walletId}`}>
      <Prefetched
        queries={[
          readAhead(keys.wallets.one(walletId), walletSchema, () => presentWallet(actor, walletId)),
          readAhead(
            keys.entries.ofWallet(walletId, filter),
            entryPageSchema,
            () => presentWalletHistory(actor, walletId, filter),
            { isPaged: true },
          ),
          ...(entry.success ? [entryAhead(actor, entry.data.entryId)] : []),
        ]}
      >
        <WalletPage walletId={walletId} />
      </Prefetched>
    </RoleGate>
  );
}

function entryAhead(actor: Parameters<typeof presentEntryDetails>[0], entryId: number) {
  return readAhead(keys.entries.one(entryId), entryDetailsSchema, () => presentEntryDetails(actor, entryId));
}
