"use client";

import { useTranslations } from "next-intl";
import { PaperLinks } from "@/components/kit/paper-links";
import { PageHead } from "@/components/shell/page-head";
import { Card } from "@/components/ui/card";
import { BreachesCard } from "./breaches-card";
import { RetentionCard } from "./retention-card";

/** Customers' data as the law has it: the register, how long each kind is kept, and breaches. */
export function PrivacyPage() {
  const t = useTranslations("privacy");
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <div className="grid gap-6">
        <Card title={t("register.title")} description={t("register.lead")}>
          <PaperLinks path="manage/privacy/register" />
        </Card>
        <RetentionCard />
        <BreachesCard />
      </div>
    </>
  );
}
