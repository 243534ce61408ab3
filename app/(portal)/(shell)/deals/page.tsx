import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ComingSoon } from "@/components/shell/coming-soon";
import { RoleGate } from "../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("deals") };
}

export default function DealsPage() {
  return (
    <RoleGate path="/deals">
      <ComingSoon page="deals" />
    </RoleGate>
  );
}
