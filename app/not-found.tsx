import { MapPinOff } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/shell/link-button";
import { EmptyState } from "@/components/ui/states";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("errors"))("notFoundTitle") };
}

export default async function NotFound() {
  const t = await getTranslations("errors");
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <EmptyState
        headingLevel={1}
        icon={<MapPinOff aria-hidden />}
        title={t("notFoundTitle")}
        actions={<LinkButton href="/">{t("home")}</LinkButton>}
      >
        {t("notFoundText")}
      </EmptyState>
    </main>
  );
}
