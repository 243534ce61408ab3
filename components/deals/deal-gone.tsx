import { TicketX } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/shell/link-button";
import { EmptyState } from "@/components/ui/states";

/** In place of a deal that does not exist or is not the reader's: at the till one that is not live, at the desk another merchant's. */
export function DealGone({ isDesk = false }: { isDesk?: boolean }) {
  const t = useTranslations("deals");
  return (
    <EmptyState
      headingLevel={1}
      icon={<TicketX aria-hidden />}
      title={t(isDesk ? "desk.goneTitle" : "browse.goneTitle")}
      actions={
        <LinkButton href={isDesk ? "/manage/deals" : "/deals"} variant="primary">
          {t(isDesk ? "desk.back" : "browse.toLiveDeals")}
        </LinkButton>
      }
    >
      {t(isDesk ? "desk.goneText" : "browse.goneText")}
    </EmptyState>
  );
}
