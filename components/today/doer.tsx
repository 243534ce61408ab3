import { Plug } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMe } from "@/components/kit/use-me";
import type { PortalEntry } from "@/lib/areas/entries/schemas";

/** Author of an entry: a person by name; an API client, or the service itself, said to be one. */
export function Doer({
  by: { id, name, kind },
  isOnPaper = false,
}: {
  by: PortalEntry["by"];
  /** On paper nobody is "you". */
  isOnPaper?: boolean;
}) {
  const t = useTranslations("today");
  const { user } = useMe();
  return (
    <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-1.5">
      <bdi className="min-w-0">{kind === "system" ? t("service") : name}</bdi>
      {!isOnPaper && id === user.id && <span className="text-ink-faint text-sm">({t("you")})</span>}
      {kind === "client" && (
        <span className="inline-flex items-center gap-1 text-ink-faint text-sm">
          <Plug aria-hidden className="size-3.5 shrink-0" />
          {t("apiClient")}
        </span>
      )}
    </span>
  );
}
