import { TicketX } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";

/** In place of a deal that is not live, or never was one. */
export function DealGone() {
  const t = useTranslations("deals.browse");
  return <NoDeal title={t("goneTitle")} text={t("goneText")} href="/deals" back={t("toLiveDeals")} />;
}

/** A page without its deal, with the way to where deals are. */
export function NoDeal({
  title,
  text,
  ...link
}: {
  title: string;
  text: string;
  href: string;
  back: string;
}) {
  return (
    <EmptyState
      headingLevel={1}
      icon={<TicketX aria-hidden />}
      title={title}
      actions={
        <LinkButton href={link.href} variant="primary">
          {link.back}
        </LinkButton>
      }
    >
      {text}
    </EmptyState>
  );
}
