"use client";

import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useChooseBranch } from "@/components/account/mutations";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-queue";

/** The choice among the branches of those who have several. */
export function BranchSelect() {
  const t = useTranslations("shell");
  const { textOf } = useErrorText();
  const { branches, activeBranchId } = useMe();
  const choose = useChooseBranch();
  const active = branches.filter(({ isActive }) => isActive);
  const nameOf = useNameOf();
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
          onError: (error) => toast({ kind: "problem", title: textOf(error) }),
        })
      }
    />
  );
}
