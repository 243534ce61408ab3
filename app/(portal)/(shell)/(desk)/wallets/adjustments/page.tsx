import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AdjustmentsPage } from "@/components/adjustments/adjustments-page";
import { keys } from "@/components/kit/keys";
import { readAdjustments } from "@/lib/areas/adjustments/portal";
import { readWalletSettings } from "@/lib/areas/wallets/desk-portal";
import {
  ADJUSTMENT_STATES,
  adjustmentPageSchema,
  walletSettingsSchema,
} from "@/lib/areas/wallets/desk-schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("walletDesk.adjustments"))("title") };
}

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const [{ actor }, address] = await Promise.all([requirePageSession(), searchParams]);
  const state = ADJUSTMENT_STATES.find((known) => known === address.state);
  return (
    <RoleGate path="/wallets/adjustments">
      <Prefetched
        queries={[
          readAhead(keys.walletDesk.settings, walletSettingsSchema, () => readWalletSettings(actor)),
          readAhead(
            keys.walletDesk.adjustments.list(state ?? null),
            adjustmentPageSchema,
            () => readAdjustments(actor, { state }),
            { isPaged: true },
          ),
        ]}
      >
        <AdjustmentsPage />
      </Prefetched>
    </RoleGate>
  );
}
