import { useTranslations } from "next-intl";
import type { AskedAdjustment } from "@/lib/areas/adjustments/schemas";
import { FAMILY_ROLES } from "@/lib/ledger/core/types";
import { isRole } from "@/lib/portal/acts/roles";

/** What is done to whom, as lib/areas/staff/admin-guard.ts names it. */
const STAFF_ACTS = [
  "invite",
  "create",
  "role",
  "reactivate",
  "link",
  "password",
  "two_factor",
  "email",
] as const;

/** Says what a request other than an adjustment asks for: whose wallet becomes whose, or who gets which access. */
export function useAskedText(): (asked: Pick<AskedAdjustment, "kind" | "summary">) => string {
  const t = useTranslations("wallets.desk.adjustments.act");
  const roles = useTranslations("roles");
  return ({ kind, summary }) => {
    const { act, name, role, from, to, toWalletCode, parentWalletCode, familyRole, allowance } = summary;
    switch (kind) {
      case "merge":
        return t("merge", { code: toWalletCode ?? "" });
      case "family":
        return t(allowance == null ? "family" : "familyWithAllowance", {
          code: parentWalletCode ?? "",
          role: FAMILY_ROLES.find((known) => known === familyRole) ?? "own",
          points: Number(allowance ?? 0),
        });
      case "mobile":
        return t("mobile", { from: from ?? "", to: to ?? "" });
      case "pin":
        return t(act === "clear" ? "clearPin" : "setPin");
      case "make_admin":
      case "reset_admin":
        return t(`staff.${STAFF_ACTS.find((known) => known === act) ?? "role"}`, {
          name: name ?? "",
          role: isRole(role) ? roles(role) : "",
        });
      case "adjust":
        return t("adjust");
    }
  };
}
