"use client";

import { useTranslations } from "next-intl";
import { useChooseBranch } from "@/components/account/mutations";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { toast } from "@/components/ui/toast-queue";

/** Makes another branch the one that the reader works for on this device; `chosen` while that is being done. */
export function useWorkAt(): { workAt: (branchId: number) => void; chosen: number | null } {
  const t = useTranslations("shell");
  const { textOf } = useErrorText();
  const nameOf = useNameOf();
  const { branches } = useMe();
  const choose = useChooseBranch();
  return {
    chosen: choose.isPending ? choose.variables : null,
    workAt: (branchId) =>
      choose.mutate(branchId, {
        onSuccess: () => {
          const branch = branches.find(({ id }) => id === branchId);
          if (branch) toast({ kind: "success", title: t("branchChanged", { branch: nameOf(branch) }) });
        },
        onError: (error) => toast({ kind: "problem", title: textOf(error) }),
      }),
  };
}
