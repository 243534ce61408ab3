import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TillPage } from "@/components/till/till-page";
import { RoleGate } from "../role-gate";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("pages"))("till") };
}

export default function Till() {
  return (
    <RoleGate path="/till">
      <TillPage />
    </RoleGate>
  );
}
