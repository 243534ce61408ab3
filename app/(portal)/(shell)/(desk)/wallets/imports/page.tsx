import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportsPage } from "@/components/imports/imports-page";
import { keys } from "@/components/kit/keys";
import { readImportList } from "@/lib/areas/imports/portal";
import { walletImportListSchema } from "@/lib/areas/imports/schemas";
import { readWalletSettings } from "@/lib/areas/wallets/desk-portal";
import { walletSettingsSchema } from "@/lib/areas/wallets/desk-schemas";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
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
