import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { useNameOf } from "@/components/kit/use-language";
import { ComboBox } from "@/components/ui/combo-box";
import { reports } from "@/lib/areas/reports/contract";
import type { ReportChoices } from "@/lib/areas/reports/schemas";

const NO_CHOICES: Pick<ReportChoices, "merchants" | "branches"> = { merchants: [], branches: [] };
const NO_BRANCH = 0;

/** The merchants and branches that a report can be limited to. */
export const useReportChoices = () => useQuery(ask(reports.choices, {}, { staleTime: 5 * 60_000 }));

/** The merchant and the branch that a report is limited to; `isBranchless`: or what was at no branch. */
export function WhoseFields({
  merchantId,
  branchId,
  isBranchless = false,
  className,
  onChange,
}: {
  merchantId: number | undefined;
  branchId: number | undefined;
  isBranchless?: boolean;
  className: string;
  onChange: (changes: { merchantId?: number | undefined; branchId: number | undefined }) => void;
}) {
  const t = useTranslations("reports");
  const nameOf = useNameOf();
  const { merchants, branches } = useReportChoices().data ?? NO_CHOICES;
  const offered = branches
    .filter((branch) => merchantId === undefined || branch.merchantId === merchantId)
    .map((branch) => ({ id: branch.id, label: nameOf(branch) }));
  return (
    <>
      {merchants.length > 0 && (
        <ComboBox<number>
          key={`merchant ${merchantId}`}
          label={t("merchant")}
          className={className}
          placeholder={t("allMerchants")}
          options={merchants.map((merchant) => ({ id: merchant.id, label: nameOf(merchant) }))}
          value={merchantId ?? null}
          onChange={(chosen) => onChange({ merchantId: chosen ?? undefined, branchId: undefined })}
        />
      )}
      <ComboBox<number>
        key={`branch ${branchId} ${merchantId} ${offered.length}`}
        label={t("branch")}
        className={className}
        placeholder={t("allBranches")}
        options={[...(isBranchless ? [{ id: NO_BRANCH, label: t("noBranch") }] : []), ...offered]}
        value={branchId ?? null}
        onChange={(chosen) => onChange({ branchId: chosen ?? undefined })}
      />
    </>
  );
}
