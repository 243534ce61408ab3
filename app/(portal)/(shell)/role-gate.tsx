import { Lock, ShieldCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { TillGate } from "@/components/tills/gate";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/states";
import { homeOf, mayOpen } from "@/lib/portal/may-open";
import { requirePageSession } from "@/lib/portal/page";

/**
 * Shows the page at `path` to the roles that may open it, and tells others why they may not. Users who still have to
 * set up a required second factor, or whose device still has to be registered, are told so.
 */
export async function RoleGate({ path, children }: { path: string; children: ReactNode }) {
  const [{ actor, needsTwoFactor, needsTill }, t] = await Promise.all([
    requirePageSession(),
    getTranslations("errors"),
  ]);
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
  if (needsTill) return <TillGate />;
  if (mayOpen(actor, path)) return children;
  return (
    <EmptyState
      headingLevel={1}
      icon={<Lock />}
      title={t("forbiddenTitle")}
      actions={<LinkButton href={homeOf(actor)}>{t("home")}</LinkButton>}
    >
      {t("forbiddenText", { role: actor.role })}
    </EmptyState>
  );
}
