import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EnrolPage } from "@/components/wallets/desk/enrol-page";
import { walletSettingsQuery } from "@/components/wallets/desk/queries";
import { readWalletSettings } from "@/lib/areas/wallets/desk-portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallets.desk.enrol"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/wallets/enrol">
      <Prefetched queries={[readAhead(walletSettingsQuery, () => readWalletSettings(actor))]}>
        <EnrolPage />
      </Prefetched>
    </RoleGate>
  );
}
