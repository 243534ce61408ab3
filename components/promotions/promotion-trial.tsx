"use client";

import type { CalendarDateTime } from "@internationalized/date";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleSlash } from "lucide-react";
import { useNow, useTimeZone, useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { send } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useNameOf } from "@/components/kit/use-language";
import { instantOf, wallClockOf } from "@/components/kit/wall-clock";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTimePicker } from "@/components/ui/date-field";
import { Form } from "@/components/ui/form";
import { Points, useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";
import { useAmounts } from "@/components/wallet/use-amounts";
import { promotions as api } from "@/lib/areas/promotions/contract";
import type { PromotionFields, Promotions, Trial, TrialRequest } from "@/lib/areas/promotions/schemas";
import { decimalsOf } from "@/lib/platform/currency";
import { moneyOf } from "@/lib/platform/money";
import { itemsOf } from "./item-lines";
import { isSameRequest, named } from "./promotion-fields";
import { CHANNELS, type TriedChannel } from "./use-rule-sentence";

/** A bill as it is typed in. */
interface TriedBill {
  branchId: number | null;
  value: number | null | undefined;
  items: string;
  walletCode: string;
  channelId: TriedChannel;
  at: CalendarDateTime | null;
}

/** Null while something of the bill is missing. */
function requestOf(bill: TriedBill, zone: string): Omit<TrialRequest, "draft"> | null {
  const { branchId, value, items, channelId, at } = bill;
  const walletCode = bill.walletCode.trim();
  if (branchId === null || typeof value !== "number" || value <= 0 || at === null) return null;
  return {
    branchId,
    hundredths: Number(moneyOf(value)),
    items: itemsOf(items),
    channelId,
    at: instantOf(at, zone),
    ...(walletCode !== "" && { walletCode }),
  };
}

/** Tries a bill. Nothing is written. */
const useTrial = () => useMutation({ mutationFn: (body: TrialRequest) => send(api.trial, { body }) });

function useTriedBill(branches: Promotions["branches"], begins: string) {
  const zone = useTimeZone() ?? "UTC";
  const trial = useTrial();
  const [bill, setBill] = useState<TriedBill>(() => ({
    branchId: branches[0]?.id ?? null,
    value: 100,
    ...{ items: "", walletCode: "", channelId: 1 },
    at: wallClockOf(begins, zone),
  }));
  return {
    trial,
    bill,
    branches,
    request: requestOf(bill, zone),
    change: (changes: Partial<TriedBill>) => setBill((before) => ({ ...before, ...changes })),
  };
}

/** Tries a bill: what acts on it, and why the others do not. */
export function PromotionTrial({ known }: { known: Promotions }) {
  const t = useTranslations("promotions.trial");
  const tried = useTriedBill(known.branches, useNow().toISOString());
  const { request, trial } = tried;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card description={t("lead")}>
        <Form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (request !== null) trial.mutate(request);
          }}
        >
          <BillFields {...tried} />
          <Button type="submit" variant="primary" isDisabled={request === null} isPending={trial.isPending}>
            {t("do")}
          </Button>
        </Form>
      </Card>
      <Outcome trial={trial} asked={request} />
    </div>
  );
}

/** Tries a bill with a promotion that is still being written, as if it were published. */
export function DraftTrial({
  fields,
  promotionId,
  known,
}: {
  fields: PromotionFields;
  /** Of what is being changed: it is tried as it is written, not as it was. */
  promotionId: number | null;
  known: Promotions;
}) {
  const t = useTranslations("promotions.trial");
  const now = useNow().toISOString();
  const branches = known.branches.filter(
    ({ merchantId }) => fields.merchantId === null || merchantId === fields.merchantId,
  );
  const tried = useTriedBill(branches, Date.parse(fields.startsAt) > Date.parse(now) ? fields.startsAt : now);
  const { request, trial } = tried;
  const asked = request && { ...request, draft: { ...named(fields), promotionId } };
  const run = () => {
    if (asked !== null) trial.mutate(asked);
  };
  return (
    <fieldset
      className="grid gap-4 rounded-xl border border-line p-4"
      // Enter tries the bill; it would save what is being written.
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        run();
      }}
    >
      <legend className="px-1 font-semibold">{t("draftTitle")}</legend>
      <BillFields {...tried} />
      <Button isDisabled={request === null} isPending={trial.isPending} onPress={run}>
        {t("do")}
      </Button>
      <Outcome trial={trial} asked={asked} />
    </fieldset>
  );
}

function BillFields({ bill, branches, change }: ReturnType<typeof useTriedBill>) {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const sign = useCurrencySign();
  return (
    <>
      <Select
        label={t("trial.branch")}
        options={branches.map((branch) => ({ id: branch.id, label: nameOf(branch) }))}
        value={bill.branchId}
        onChange={(branchId) => change({ branchId })}
      />
      <NumberField
        label={t("trial.value")}
        value={bill.value}
        onChange={(value) => change({ value })}
        decimals={decimalsOf()}
        unit={sign}
      />
      <TextArea
        label={t("trial.items")}
        description={t("trial.itemsHint")}
        value={bill.items}
        onChange={(items) => change({ items })}
      />
      <TextField
        label={t("trial.wallet")}
        description={t("trial.walletHint")}
        value={bill.walletCode}
        onChange={(walletCode) => change({ walletCode })}
        isCode
        maxLength={32}
      />
      <Select
        label={t("fields.channels")}
        options={CHANNELS.map((id) => ({ id, label: t(`channelNames.${id}`) }))}
        value={bill.channelId}
        onChange={(channelId) => change({ channelId })}
      />
      <DateTimePicker label={t("trial.at")} value={bill.at} onChange={(at) => change({ at })} />
    </>
  );
}

function Outcome({
  trial: { error, data, variables },
  asked,
}: {
  trial: ReturnType<typeof useTrial>;
  asked: TrialRequest | null;
}) {
  if (!isSameRequest(variables, asked)) return <div aria-live="polite" />;
  return (
    <div aria-live="polite">
      <Refusal error={error} />
      {data && <TrialResult trial={data} />}
    </div>
  );
}

/** Each promotion with what it gives, or why nothing. */
function TrialResult({ trial }: { trial: Trial }) {
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
