import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SearchPage } from "@/components/wallet-desk/search-page";
import { walletSearchPageSchema, walletSettingsSchema } from "@/lib/contract/portal/wallet-desk";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { findWallets, readWalletSettings } from "@/lib/http/portal/wallet-desk";
import { keys } from "@/lib/portal/keys";
import { readWalletFilters } from "@/lib/portal/wallet-filters";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("wallets") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function WalletsPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const filters = readWalletFilters({ get: (name) => [address[name]].flat()[0] ?? null });
  const mayBrowse = actor.role === "merchant_admin" || actor.role === "programme_operator";
  return (
    <RoleGate path="/wallets">
      <Prefetched
        queries={[
          readAhead(keys.walletDesk.settings, walletSettingsSchema, () => readWalletSettings(actor)),
          ...(mayBrowse
            ? [
                readAhead(
                  keys.walletDesk.search(filters),
                  walletSearchPageSchema,
                  () => findWallets(actor, filters),
                  { isPaged: true },
                ),
              ]
            : []),
        ]}
      >
        <SearchPage />
      </Prefetched>
    </RoleGate>
  );
}
