import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportsPage } from "@/components/wallet-desk/imports-page";
import { walletSettingsSchema } from "@/lib/contract/portal/wallet-desk";
import { walletImportListSchema } from "@/lib/contract/portal/wallet-imports";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { readWalletSettings } from "@/lib/http/portal/wallet-desk";
import { readImportList } from "@/lib/http/portal/wallet-imports";
import { keys } from "@/lib/portal/keys";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("walletDesk.imports"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/wallets/imports">
      <Prefetched
        queries={[
          readAhead(keys.walletDesk.settings, walletSettingsSchema, () => readWalletSettings(actor)),
          readAhead(keys.walletDesk.imports, walletImportListSchema, () => readImportList(actor)),
        ]}
      >
        <ImportsPage />
      </Prefetched>
    </RoleGate>
  );
}
