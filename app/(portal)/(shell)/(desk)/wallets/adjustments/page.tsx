import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AdjustmentsPage } from "@/components/wallet-desk/adjustments-page";
import {
  ADJUSTMENT_STATES,
  adjustmentPageSchema,
  walletSettingsSchema,
} from "@/lib/contract/portal/wallet-desk";
import { readAdjustments } from "@/lib/http/portal/adjustments";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { readWalletSettings } from "@/lib/http/portal/wallet-desk";
import { keys } from "@/lib/portal/keys";
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
