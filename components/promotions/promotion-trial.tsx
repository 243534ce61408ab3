"use client";

import { CircleCheck, CircleSlash } from "lucide-react";
import { useNow, useTimeZone, useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { useAmounts } from "@/components/till/use-amounts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTimePicker } from "@/components/ui/date-field";
import { Points, useCurrencySign } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import type { Promotions, Trial } from "@/lib/areas/promotions/schemas";
import { itemsOf } from "./item-lines";
import { useTrial } from "./mutations";
import { instantOf, wallClockOf } from "./wall-clock";

/** Tries a bill: what acts on it, and why the others do not. */
export function PromotionTrial({ known }: { known: Promotions }) {
  const t = useTranslations("promotions.trial");
  const nameOf = useNameOf();
  const { textOf } = useErrorText();
  const sign = useCurrencySign();
  const zone = useTimeZone() ?? "UTC";
  const now = useNow().toISOString();
  const trial = useTrial();
  const [branchId, setBranch] = useState(known.branches[0]?.id ?? null);
  const [value, setValue] = useState<number | null | undefined>(100);
  const [items, setItems] = useState("");
  const [walletCode, setWallet] = useState("");
  const [at, setAt] = useState(() => wallClockOf(now, zone));
  const isReady = branchId !== null && typeof value === "number" && value > 0 && at !== null;
  const run = () => {
    if (branchId === null || typeof value !== "number" || at === null) return;
    trial.mutate({
      branchId,
      hundredths: Math.round(value * 100),
      items: itemsOf(items),
      channelId: 1,
      at: instantOf(at, zone),
      ...(walletCode.trim() !== "" && { walletCode: walletCode.trim() }),
    });
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card description={t("lead")}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <Select
            label={t("branch")}
            options={known.branches.map((branch) => ({ id: branch.id, label: nameOf(branch) }))}
            value={branchId}
            onChange={setBranch}
          />
          <NumberField label={t("value")} value={value} onChange={setValue} decimals={2} unit={sign} />
          <TextArea label={t("items")} description={t("itemsHint")} value={items} onChange={setItems} />
          <TextField
            label={t("wallet")}
            description={t("walletHint")}
            value={walletCode}
            onChange={setWallet}
            isCode
            maxLength={32}
          />
          <DateTimePicker label={t("at")} value={at} onChange={setAt} />
          <Button type="submit" variant="primary" isDisabled={!isReady} isPending={trial.isPending}>
            {t("do")}
          </Button>
        </form>
      </Card>
      <div aria-live="polite">
        {trial.error && <Notice kind="danger">{textOf(trial.error)}</Notice>}
        {trial.data && <TrialResult trial={trial.data} />}
      </div>
    </div>
  );
}

/** Each promotion with what it gives, or why nothing. */
export function TrialResult({ trial }: { trial: Trial }) {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const amounts = useAmounts();
  const inOrder = [...trial.judged].sort((one, other) => other.points - one.points);
  return (
    <Card
      title={t("trial.result", { points: amounts.points(trial.points), rate: amounts.points(trial.rate) })}
    >
      <ul className="grid gap-3">
        {inOrder.map((judged) => (
          <li key={judged.number ?? "draft"} className="flex items-start gap-3">
            {judged.whyNot === null ? (
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            ) : (
              <CircleSlash aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
            )}
            <span className="min-w-0">
              <bdi className="block font-medium">
                {judged.number === null ? t("trial.draft") : nameOf(judged)}
              </bdi>
              <span className="block text-ink-soft text-sm">
                {judged.whyNot === null ? (
                  <Points value={judged.points} isSigned />
                ) : (
                  t(`whyNot.${judged.whyNot}`)
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
