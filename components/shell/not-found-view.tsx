"use client";

import { MapPinOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";

/** That there is no such page. Every page carries it along, so it is rendered only where it is shown. */
export function NotFoundView() {
  const t = useTranslations("errors");
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
