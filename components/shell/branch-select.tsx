"use client";

import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Select } from "@/components/ui/select";
import { useWorkAt } from "./use-work-at";

/** The choice among the branches of those who have several. */
export function BranchSelect() {
  const t = useTranslations("shell");
  const nameOf = useNameOf();
  const { branches, activeBranchId } = useMe();
  const { workAt, chosen } = useWorkAt();
  return (
    <Select
      label={t("branch")}
      isLabelHidden
      icon={Store}
      className="w-56 min-w-18 shrink"
      options={branches
        .filter(({ isActive }) => isActive)
        .map((branch) => ({ id: branch.id, label: nameOf(branch) }))}
      value={chosen ?? activeBranchId}
      onChange={workAt}
    />
  );
}
