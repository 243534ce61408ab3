"use client";

import { Store } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/states";

/** Most cashiers work at one branch; the choice is fetched for those who have one. */
const BranchSelect = lazyPart(async () => (await import("./branch-select")).BranchSelect, {
  whileLoading: <Skeleton className="h-control w-56 min-w-18 shrink" />,
});

/** A page that shows any of the branches, or all, has its own choice of one: two would be taken for each other. */
const CHOOSES_ITSELF = "/today";

/** The branch this device works for; a choice for those who have several. */
export function BranchChoice() {
  const t = useTranslations("shell");
  const nameOf = useNameOf();
  const { branches, activeBranchId, user } = useMe();
  const pathname = usePathname();
  const active = branches.filter(({ isActive }) => isActive);
  if (active.length > 1) return pathname === CHOOSES_ITSELF ? null : <BranchSelect />;
  const current = active.find(({ id }) => id === activeBranchId);
  const isOperator = user.role === "programme_operator";
  return (
    <span className="flex min-w-0 items-center gap-2 text-ink-soft text-sm">
      <Store aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{t("branch")}: </span>
      <bdi className="truncate">
        {current ? nameOf(current) : t(isOperator ? "allMerchants" : "noBranch")}
      </bdi>
    </span>
  );
}
