import { TicketX } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/shell/link-button";
import { EmptyState } from "@/components/ui/states";

/** In place of a deal that is not live, or never was one. */
export function DealGone() {
  const t = useTranslations("deals.browse");
  return (
    <EmptyState
      headingLevel={1}
      icon={<TicketX aria-hidden />}
      title={t("goneTitle")}
      actions={
        <LinkButton href="/deals" variant="primary">
          {t("toLiveDeals")}
        </LinkButton>
      }
    >
      {t("goneText")}
    </EmptyState>
  );
}
