"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { ComboBox } from "@/components/ui/combo-box";
import { FilterSelect, Select } from "@/components/ui/select";
import { deals as api } from "@/lib/areas/deals/contract";
import type { DealChoices, DealFilters } from "@/lib/areas/deals/schemas";
import type { Bilingual } from "@/lib/platform/language";
import { compareTexts } from "@/lib/platform/search-text";

export interface DealFiltersProps {
  filters: DealFilters;
  change: (changes: DealFilters, options?: { replaces: boolean }) => void;
}

const NO_CHOICES: DealChoices = { categories: [], merchants: [], branches: [], ratePlans: [] };

/** Filters of the list, besides the text. Each choice takes effect at once. */
export function DealFilterFields({ filters, change }: DealFiltersProps) {
  const t = useTranslations("deals.browse");
  const { data: { categories, merchants, branches, ratePlans } = NO_CHOICES } = useQuery(
    ask(api.choices, {}, { follows: 60, refetchOnWindowFocus: true }),
  );
  const options = useOptions();
  const nearby = useBranchOptions(
    branches.filter(({ merchantId }) => filters.merchant === undefined || merchantId === filters.merchant),
  );
  const changeMerchant = (merchant: number | undefined) => {
    // A branch of another merchant would find nothing.
    const branch = branches.find(({ id }) => id === filters.branch);
    const isForeign = merchant !== undefined && branch?.merchantId !== merchant;
    change({ merchant, ...(isForeign && { branch: undefined }) });
  };
  const ratePlan = ratePlans.find((plan) => plan.toLowerCase() === filters.ratePlan?.toLowerCase());
  return (
    <>
      <FilterSelect
        label={t("category")}
        any={t("allCategories")}
        options={categories.map(options.named)}
        value={filters.category}
        onChange={(category) => change({ category })}
      />
      <FilterSelect
        label={t("merchant")}
        any={t("allMerchants")}
        options={options.sorted(merchants)}
        value={filters.merchant}
        onChange={changeMerchant}
      />
      <ComboBox
        label={t("branch")}
        placeholder={t("allBranches")}
        options={nearby}
        value={filters.branch ?? null}
        onChange={(id) => change({ branch: id ?? undefined })}
      />
      <Select
        label={t("ratePlan")}
        options={[
          { id: "", label: t("allRatePlans") },
          ...ratePlans.map((plan) => ({ id: plan, label: plan })),
        ]}
        value={ratePlan ?? ""}
        onChange={(plan) => change({ ratePlan: plan || undefined })}
      />
    </>
  );
}

interface Named {
  id: number;
  name: Bilingual;
}

function useOptions() {
  const inLanguage = useInLanguage();
  const named = ({ id, name }: Named) => ({ id, label: inLanguage(name) });
  return {
    named,
    sorted: (items: readonly Named[]) =>
      items.map(named).sort((one, other) => compareTexts(one.label, other.label)),
  };
}

/** The branches in alphabetical order, after the one where the user works. */
function useBranchOptions(branches: readonly Named[]) {
  const t = useTranslations("deals.browse");
  const { activeBranchId } = useMe();
  const options = useOptions().sorted(branches);
  const own = options.filter(({ id }) => id === activeBranchId);
  return [
    ...own.map((option) => ({ ...option, detail: t("yourBranch") })),
    ...options.filter((option) => !own.includes(option)),
  ];
}
