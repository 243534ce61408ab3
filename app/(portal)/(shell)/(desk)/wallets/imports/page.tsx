import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportsPage } from "@/components/imports/imports-page";
import { importsQuery } from "@/components/imports/queries";
import { walletSettingsQuery } from "@/components/wallets/desk/queries";
import { readImportList } from "@/lib/areas/imports/portal";
import { readWalletSettings } from "@/lib/areas/wallets/desk-portal";
import { requirePageSession } from "@/lib/portal/page";
import { Prefetched, readAhead } from "@/lib/portal/prefetch";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("wallets.desk.imports"))("title") };
}

export default async function Page() {
  const { actor } = await requirePageSession();
  return (
    <RoleGate path="/wallets/imports">
      <Prefetched
        queries={[
          readAhead(walletSettingsQuery, () => readWalletSettings(actor)),
          readAhead(importsQuery, () => readImportList(actor)),
        ]}
      >
        <ImportsPage />
      </Prefetched>
    </RoleGate>
  );
}
