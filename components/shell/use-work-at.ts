"use client";

import { useTranslations } from "next-intl";
import { useSend } from "@/components/kit/contract";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { toast } from "@/components/ui/toast-queue";
import { session as api } from "@/lib/areas/account/session-contract";

/** Makes another branch the one that the reader works for on this device; `chosen` while that is being done. */
export function useWorkAt(): { workAt: (branchId: number) => void; chosen: number | null } {
  const t = useTranslations("shell");
  const { textOf } = useErrorText();
  const nameOf = useNameOf();
  const { branches } = useMe();
  const choose = useSend(api.chooseBranch);
  return {
    chosen: choose.isPending ? choose.variables.body.branchId : null,
    workAt: (branchId) =>
      choose.mutate(
        { body: { branchId } },
        {
          onSuccess: () => {
            const branch = branches.find(({ id }) => id === branchId);
            if (branch) toast({ kind: "success", title: t("branchChanged", { branch: nameOf(branch) }) });
          },
          onError: (error) => toast({ kind: "problem", title: textOf(error) }),
        },
      ),
  };
}
