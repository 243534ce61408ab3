import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ComingSoon } from "@/components/shell/coming-soon";
import { RoleGate } from "../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("wallets") };
}

export default async function WalletsPage() {
  const t = await getTranslations("pages");
  return (
    <RoleGate path="/wallets">
      <ComingSoon name={t("wallets")} />
    </RoleGate>
  );
}
