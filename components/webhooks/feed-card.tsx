import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/shell/link-button";
import { Card } from "@/components/ui/card";

/** The other way to learn what happened: to ask for it. */
export function FeedCard() {
  const t = useTranslations("webhooks.feed");
  return (
    <Card
      className="mt-6"
      title={t("title")}
      description={t("lead")}
      actions={<LinkButton href="/manage/clients">{t("clients")}</LinkButton>}
    >
      <pre
        dir="ltr"
        className="overflow-x-auto whitespace-pre-wrap break-words rounded-lg bg-sunken p-3 font-mono text-sm"
      >
        {"GET /api/events/v1?cursor=0.0&limit=100\nClientId: …"}
      </pre>
    </Card>
  );
}
