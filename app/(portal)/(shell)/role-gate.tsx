import { Lock, ShieldCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/shell/link-button";
import { EmptyState } from "@/components/ui/states";
import { homeOf, mayOpen } from "@/lib/portal/navigation";
import { requirePageSession } from "@/lib/portal/page";

/**
 * Shows the page at `path` to the roles that may open it, and tells the others why they do not see it; and those whom the
 * programme asks for a second factor that they have not set up yet.
 */
export async function RoleGate({ path, children }: { path: string; children: ReactNode }) {
  const [{ actor, needsTwoFactor }, t] = await Promise.all([requirePageSession(), getTranslations("errors")]);
  if (needsTwoFactor)
    return (
      <EmptyState
        headingLevel={1}
        icon={<ShieldCheck />}
        title={t("twoFactorTitle")}
        actions={<LinkButton href="/account">{t("toAccount")}</LinkButton>}
      >
        {t("twoFactorText")}
      </EmptyState>
    );
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
