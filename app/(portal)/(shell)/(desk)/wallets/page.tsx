import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { listChoicesQuery } from "@/components/lists/queries";
import { walletSearchQuery, walletSettingsQuery } from "@/components/wallets/desk/queries";
import { SearchPage } from "@/components/wallets/desk/search-page";
import { findWallets, readWalletSettings } from "@/lib/areas/wallets/desk-portal";
import { walletExportQuerySchema } from "@/lib/areas/wallets/desk-schemas";
import { openList } from "@/lib/portal/open-list";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("wallets") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function WalletsPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const filters = readFilters(walletExportQuerySchema, addressOf(address));
  const mayBrowse = actor.role === "merchant_admin" || actor.role === "programme_operator";
  const choices = await openList(actor, { list: "wallets", path: "/wallets", address: addressOf(address) });
  return (
    <RoleGate path="/wallets">
      <Prefetched
        queries={[
          readAhead(listChoicesQuery("wallets"), async () => choices),
          readAhead(walletSettingsQuery, () => readWalletSettings(actor)),
          ...(mayBrowse ? [readAhead(walletSearchQuery(filters), () => findWallets(actor, filters))] : []),
        ]}
      >
        <SearchPage />
      </Prefetched>
    </RoleGate>
  );
}
