import { TicketX } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/shell/link-button";
import { EmptyState } from "@/components/ui/states";

/** In place of a deal that there is not, or that is another merchant's. */
export function DeskDealGone() {
  const t = useTranslations("deals.desk");
  return (
    <EmptyState
      headingLevel={1}
      icon={<TicketX aria-hidden />}
      title={t("goneTitle")}
      actions={
        <LinkButton href="/manage/deals" variant="primary">
          {t("back")}
        </LinkButton>
      }
    >
      {t("goneText")}
    </EmptyState>
  );
}
