"use client";

import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { BranchBoxes } from "@/components/branches/branch-boxes";
import type { Address } from "@/components/kit/use-filters";
import { useMe } from "@/components/kit/use-me";
import { MerchantChoice } from "@/components/lists/merchant-choice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { LABEL } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { CAME_FILTERS, type CameFilters, cameSchema } from "@/lib/areas/wallets/desk-schemas";
import { BRANCHES_MAX, PERIOD_DAYS, PERIODS } from "@/lib/areas/wallets/words";

const NUMBERS = ["visitsMin", "visitsMax", "spentMin", "spentMax"] as const;

const cameOf = (filters: CameFilters): CameFilters =>
  Object.fromEntries(CAME_FILTERS.map((name) => [name, filters[name]]));

/** Branches, visits and spending of a period: one button among the filters, which says what is chosen. */
export function CameField({
  address: { filters, change },
  className,
}: {
  address: Pick<Address<CameFilters>, "filters" | "change">;
  className: string;
}) {
  const t = useTranslations("wallets.desk.filters");
  const [isOpen, setOpen] = useState(false);
  const came = cameOf(filters);
  const isChosen = CAME_FILTERS.some((name) => came[name] !== undefined);
  const any = useTranslations("wallets.desk.search")("any");
  return (
    <div className={className}>
      <span aria-hidden className={LABEL}>
        {t("came")}
      </span>
      <Button
        icon={SlidersHorizontal}
        className="w-full justify-start [&>span]:min-w-0"
        onPress={() => setOpen(true)}
      >
        <span className="truncate font-normal">
          <span className="sr-only">{t("came")}: </span>
          {isChosen ? <CameWords {...{ came }} /> : any}
        </span>
      </Button>
      {isOpen && (
        <CameDialog
          came={came}
          onShow={(chosen) => {
            change(chosen);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function CameWords({ came }: { came: CameFilters }) {
  const t = useTranslations("wallets.desk.filters");
  const branches = came.branches?.split(",").length ?? 0;
  return [
    ...NUMBERS.flatMap((name) => (came[name] === undefined ? [] : [`${t(name)} ${came[name]}`])),
    ...(branches === 0 ? [] : [t("branchCount", { count: branches })]),
    t("within", { days: came.period ?? PERIOD_DAYS }),
  ].join(" · ");
}

/** The choice as it is edited; `chosen` is null while a field holds something that is no number, or too much. */
function useDraft(came: CameFilters) {
  const [choice, setChoice] = useState<CameFilters>({ ...came, period: came.period ?? PERIOD_DAYS });
  const [numbers, setNumbers] = useState<Record<string, number | null | undefined>>(() =>
    Object.fromEntries(NUMBERS.map((name) => [name, came[name] ?? null])),
  );
  const typed = Object.fromEntries(NUMBERS.map((name) => [name, numbers[name] ?? undefined]));
  const chosen: CameFilters = { ...choice, ...typed };
  const isWhole =
    NUMBERS.every((name) => numbers[name] !== undefined) && cameSchema.safeParse(chosen).success;
  return {
    choice,
    choose: (changes: CameFilters) => setChoice((others) => ({ ...others, ...changes })),
    numberField: (name: (typeof NUMBERS)[number]) => ({
      value: numbers[name],
      onChange: (value: number | null | undefined) => setNumbers((others) => ({ ...others, [name]: value })),
    }),
    chosen: isWhole ? chosen : null,
  };
}

function CameDialog({
  came,
  onShow,
  onClose,
}: {
  came: CameFilters;
  onShow: (chosen: CameFilters) => void;
  onClose: () => void;
}) {
  const t = useTranslations("wallets.desk.filters");
  const sign = useCurrencySign();
  const { choice, choose, numberField, chosen } = useDraft(came);
  const form = useId();
  return (
    <Dialog
      size="small"
      title={t("came")}
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => onShow(cameOf({}))}>{t("anyVisit")}</Button>
          <Button type="submit" form={form} variant="primary" isDisabled={chosen === null}>
            {t("show")}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== null) onShow(chosen);
        }}
      >
        <Select
          label={t("period")}
          value={choice.period ?? PERIOD_DAYS}
          options={[...new Set([...PERIODS, choice.period ?? PERIOD_DAYS])].map((id) => ({
            id,
            label: t("within", { days: id }),
          }))}
          onChange={(period) => choose({ period })}
        />
        <div className="grid grid-cols-2 gap-3">
          {NUMBERS.map((name) => (
            <NumberField
              key={name}
              label={t(name)}
              {...(name.startsWith("spent") && { unit: sign })}
              {...numberField(name)}
            />
          ))}
        </div>
        <p className="text-ink-soft text-sm">{t("cameHint")}</p>
        <Branches chosen={choice.branches} onChange={(branches) => choose({ branches })} />
      </Form>
    </Dialog>
  );
}

/** Branches of the reader's merchant, for operators of the one that they choose. */
function Branches({
  chosen,
  onChange,
}: {
  chosen: string | undefined;
  onChange: (branches: string | undefined) => void;
}) {
  const t = useTranslations("wallets.desk.filters");
  const { merchant } = useMe();
  const [merchantId, setMerchantId] = useState(merchant?.id);
  const ids = chosen?.split(",").map(Number) ?? [];
  const hint = t("branchesHint", { count: BRANCHES_MAX });
  return (
    <>
      {merchant === null && <MerchantChoice value={merchantId} onChange={setMerchantId} />}
      {merchantId !== undefined && (
        <BranchBoxes
          label={t("branches")}
          hint={hint}
          merchantId={merchantId}
          value={ids}
          onChange={(next) => onChange(next.join(",") || undefined)}
          errorMessage={ids.length > BRANCHES_MAX ? hint : undefined}
        />
      )}
    </>
  );
}
