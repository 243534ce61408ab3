"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useWeighed } from "@/components/kit/second-person-note";
import { BrandForm } from "@/components/programme/brand-form";
import { RatesSentence } from "@/components/programme/rates-sentence";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { useCurrencySign, useMoneyText } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Skeleton } from "@/components/ui/states";
import { programme as api } from "@/lib/areas/programme/contract";
import { RETURN_PRESET_PERCENT } from "@/lib/areas/programme/words";

interface StepProps {
  onDone: () => void;
}

/** Asks for the name of the programme in both languages, and its logo. */
export function ProgrammeStep({ onDone }: StepProps) {
  const t = useTranslations("firstHour.steps.programme");
  const { data } = useQuery(ask(api.desk));
  if (data === undefined) return <Skeleton className="h-24" />;
  return <BrandForm programme={data.programme} onDone={onDone} submitLabel={t("act")} startsEmpty />;
}

/** Bill on which the rates are asked for. */
const BILL = 100;

/** Asks how many points a bill earns and how much they pay: the rates of every new customer. */
export function RatesStep({ onDone }: StepProps) {
  const { data } = useQuery(ask(api.desk));
  const segment = data?.segments.find(({ isDefault }) => isDefault);
  if (data === undefined || segment === undefined) return <Skeleton className="h-32" />;
  return (
    <RatesForm
      segmentId={segment.id}
      version={segment.version}
      currency={data.programme.currency}
      onDone={onDone}
    />
  );
}

/** An exact decimal of up to six places, as rates are kept. */
const factorText = (value: number) => value.toFixed(6).replace(/\.?0+$/, "");

function RatesForm({
  segmentId,
  version,
  currency,
  onDone,
}: StepProps & { segmentId: number; version: number; currency: string }) {
  const t = useTranslations("firstHour.steps.rates");
  const money = useMoneyText();
  const currencySign = useCurrencySign(currency);
  const [change, note] = useWeighed(api.changeSegment);
  const [points, setPoints] = useState<number | null | undefined>(BILL);
  const [worth, setWorth] = useState<number | null | undefined>(RETURN_PRESET_PERCENT);
  const isReady = typeof points === "number" && points > 0 && typeof worth === "number" && worth > 0;
  const rates = isReady
    ? { rewardFactor: factorText(points / BILL), redeemFactor: factorText(points / worth) }
    : { rewardFactor: "", redeemFactor: "" };
  return (
    <Form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        change.mutate({ params: { segmentId }, body: { version, ...rates } }, { onSuccess: onDone });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t("earns", { bill: money(BILL, { currency }) })}
          value={points}
          onChange={setPoints}
        />
        <NumberField label={t("worth")} value={worth} onChange={setWorth} decimals={2} unit={currencySign} />
      </div>
      <RatesSentence rates={rates} currency={currency} />
      {note}
      <Refusal error={change.error} />
      <div>
        <Button type="submit" variant="primary" isPending={change.isPending} isDisabled={!isReady}>
          {t("act")}
        </Button>
      </div>
    </Form>
  );
}
