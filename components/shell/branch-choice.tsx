"use client";

import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { toPortalError } from "@/lib/portal/error";
import { useChooseBranch, useMe } from "@/lib/portal/use-account";
import { useErrorText, useInLanguage } from "@/lib/portal/use-language";

/** The branch this device works for; a choice for those who have several. */
export function BranchChoice() {
  const t = useTranslations("shell");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const { branches, activeBranchId, user } = useMe();
  const choose = useChooseBranch();
  const active = branches.filter(({ isActive }) => isActive);
  const nameOf = ({ nameEn, nameAr }: { nameEn: string; nameAr: string }) =>
    inLanguage({ en: nameEn, ar: nameAr });
  const current = active.find(({ id }) => id === activeBranchId);
  if (active.length <= 1) {
    const isOperator = user.role === "programme_operator";
    const name = current ? nameOf(current) : t(isOperator ? "allMerchants" : "noBranch");
    return (
      <span className="flex min-w-0 items-center gap-2 text-ink-soft text-sm">
        <Store aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">{t("branch")}: </span>
        <bdi className="truncate">{name}</bdi>
      </span>
    );
  }
  return (
    <Select
      label={t("branch")}
      isLabelHidden
      icon={Store}
      className="w-56 min-w-0 shrink"
      options={active.map((branch) => ({ id: branch.id, label: nameOf(branch) }))}
      value={choose.isPending ? choose.variables : activeBranchId}
      onChange={(branchId) =>
        choose.mutate(branchId, {
          onSuccess: () => {
            const branch = active.find(({ id }) => id === branchId);
            if (branch) toast({ kind: "success", title: t("branchChanged", { branch: nameOf(branch) }) });
          },
          onError: (error) => toast({ kind: "problem", title: textOf(toPortalError(error)) }),
        })
      }
    />
  );
}
