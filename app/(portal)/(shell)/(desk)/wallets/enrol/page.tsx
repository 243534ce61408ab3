import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EnrolPage } from "@/components/wallet-desk/enrol-page";
import { walletSettingsSchema } from "@/lib/contract/portal/wallet-desk";
import { requirePageSession } from "@/lib/http/portal/page";
import { Prefetched, readAhead } from "@/lib/http/portal/prefetch";
import { readWalletSettings } from "@/lib/http/portal/wallet-desk";
import { keys } from "@/lib/portal/keys";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("walletDesk.enrol"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/wallets/enrol">
      <Prefetched
        queries={[readAhead(keys.walletDesk.settings, walletSettingsSchema, () => readWalletSettings(actor))]}
      >
        <EnrolPage />
      </Prefetched>
    </RoleGate>
  );
}
