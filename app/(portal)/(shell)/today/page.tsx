import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ComingSoon } from "@/components/shell/coming-soon";
import { RoleGate } from "../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("today") };
}

export default async function TodayPage() {
  const t = await getTranslations("pages");
  return (
    <RoleGate path="/today">
      <ComingSoon name={t("today")} />
    </RoleGate>
  );
}
