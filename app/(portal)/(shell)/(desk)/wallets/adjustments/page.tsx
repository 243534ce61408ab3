import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AdjustmentsPage } from "@/components/adjustments/adjustments-page";
import { adjustmentsQuery } from "@/components/adjustments/queries";
import { walletSettingsQuery } from "@/components/wallets/desk/queries";
import { readAdjustments } from "@/lib/areas/adjustments/portal";
import { adjustmentFiltersSchema } from "@/lib/areas/adjustments/schemas";
import { readWalletSettings } from "@/lib/areas/wallets/desk-portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { addressOf, readFilters } from "@/lib/portal/wire/read-filters";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallets.desk.adjustments"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const filters = readFilters(adjustmentFiltersSchema, addressOf(address));
  return (
    <RoleGate path="/wallets/adjustments">
      <Prefetched
        queries={[
          readAhead(walletSettingsQuery, () => readWalletSettings(actor)),
          readAhead(adjustmentsQuery(filters), () => readAdjustments(actor, filters)),
        ]}
      >
        <AdjustmentsPage />
      </Prefetched>
    </RoleGate>
  );
}
