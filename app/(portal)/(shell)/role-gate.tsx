import { Lock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/shell/link-button";
import { EmptyState } from "@/components/ui/states";
import { requirePageSession } from "@/lib/http/portal/page";
import { homeOf, mayOpen } from "@/lib/portal/navigation";

/** Shows the page at `path` to the roles that may open it, and tells the others why they do not see it. */
export async function RoleGate({ path, children }: { path: string; children: ReactNode }) {
  const [{ actor }, t] = await Promise.all([requirePageSession(), getTranslations("errors")]);
  if (mayOpen(actor.role, path)) return children;
  return (
    <EmptyState
      headingLevel={1}
      icon={<Lock />}
      title={t("forbiddenTitle")}
      actions={<LinkButton href={homeOf(actor.role)}>{t("home")}</LinkButton>}
    >
      {t("forbiddenText")}
    </EmptyState>
  );
}
