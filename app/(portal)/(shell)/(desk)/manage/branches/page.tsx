import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ComingSoon } from "@/components/shell/coming-soon";
import { RoleGate } from "../../../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("desk.areas"))("branches") };
}

export default async function Page() {
  const t = await getTranslations("desk.areas");
  return (
    <RoleGate path="/manage/branches">
      <ComingSoon name={t("branches")} />
    </RoleGate>
  );
}
