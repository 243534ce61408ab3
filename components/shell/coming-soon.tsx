import { Construction } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { PageHead } from "./page-head";

/** Stands in for a page that is not built yet. */
export function ComingSoon({ name }: { name: string }) {
  const t = useTranslations();
  return (
    <>
      <PageHead title={name} />
      <Card>
        <EmptyState icon={<Construction />} title={t("comingSoon.title", { page: name })}>
          {t("comingSoon.text")}
        </EmptyState>
      </Card>
    </>
  );
}
