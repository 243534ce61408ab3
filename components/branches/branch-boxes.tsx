"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useNameOf } from "@/components/kit/use-language";
import { useOnlyOption } from "@/components/kit/use-only-option";
import { Checkbox } from "@/components/ui/checkbox";
import { Problem } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/states";
import { useKnownBranchesOf } from "./use-branches-of";

/** Some of a merchant's branches. */
export function BranchBoxes({
  label,
  hint,
  merchantId,
  isNeeded = false,
  value,
  onChange,
  errorMessage,
}: {
  label: string;
  /** Says that none stands for all. */
  hint?: string;
  merchantId: number;
  /** The only open branch is chosen by itself. */
  isNeeded?: boolean;
  value: readonly number[];
  onChange: (branchIds: number[]) => void;
  errorMessage: string | undefined;
}) {
  const t = useTranslations("staff.branchBoxes");
  const nameOf = useNameOf();
  const known = useKnownBranchesOf(merchantId);
  const branches = known ?? [];
  const open = branches.filter(({ isActive }) => isActive);
  useOnlyOption(isNeeded && open.length === 1 ? open[0]?.id : undefined, {
    value: value[0],
    onChange: (id) => onChange([id]),
  });
  const noteId = useId();
  const toggle = (branchId: number, isChosen: boolean) =>
    onChange(isChosen ? [...value, branchId].sort((a, b) => a - b) : value.filter((id) => id !== branchId));
  return (
    <fieldset aria-describedby={noteId} data-invalid={errorMessage ? true : undefined}>
      <legend className="mb-1.5 font-medium text-ink-soft text-sm">{label}</legend>
      <div className="grid max-h-64 overflow-auto rounded-lg border border-line-strong px-3 py-1.5">
        {branches.map(({ id, nameEn, nameAr, isActive }) => (
          <Checkbox key={id} isSelected={value.includes(id)} onChange={(isChosen) => toggle(id, isChosen)}>
            <bdi>{nameOf({ nameEn, nameAr })}</bdi>
            {!isActive && <span className="text-ink-faint"> {t("closed")}</span>}
          </Checkbox>
        ))}
        {known === null && <Skeleton className="h-9" />}
        {known?.length === 0 && <p className="py-2 text-ink-faint">{t("none")}</p>}
      </div>
      {hint && <p className="mt-1.5 text-ink-soft text-sm">{hint}</p>}
      <p id={noteId} className={errorMessage ? "mt-1.5 flex gap-1.5 text-danger text-sm" : "sr-only"}>
        {errorMessage && <Problem label={label} description={undefined} text={errorMessage} />}
      </p>
    </fieldset>
  );
}
