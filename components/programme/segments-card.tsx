"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { OwnRequest } from "@/components/adjustments/own-request";
import { useNameOf } from "@/components/kit/use-language";
import { useList } from "@/components/lists/use-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Figure, Points, useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { Swatch } from "@/components/ui/swatch";
import { type Column, figureColumn } from "@/components/ui/table";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Segment } from "@/lib/areas/programme/record";
import { returnPercent } from "@/lib/areas/programme/words";
import { decimalsOf } from "@/lib/platform/currency";
import { exampleBill } from "./example-bill";
import { useRateColumns } from "./rate-columns";
import { SegmentForm } from "./segment-form";

/** First value of the example. */
const EXAMPLE_VALUE = 100;

/** The segments with their rates, and what they make of a bill of any amount. */
export function SegmentsCard({ segments, currency }: { segments: readonly Segment[]; currency: string }) {
  const t = useTranslations("programme");
  const nameOf = useNameOf();
  const currencySign = useCurrencySign(currency);
  const [value, setValue] = useState<number | null | undefined>(EXAMPLE_VALUE);
  const exampleValue = typeof value === "number" && value > 0 ? value : EXAMPLE_VALUE;
  const form = { before: segments.at(-1) ?? null, currency, exampleValue };
  const list = useList({
    card: {
      title: t("segments"),
      description: t("segmentsLead"),
      actions: (
        <Button icon={Plus} onPress={() => list.open("new")}>
          {t("addSegment")}
        </Button>
      ),
    },
    label: t("segments"),
    rows: segments,
    columns: useColumns(value),
    forms: { edit: (segment, { close }) => <SegmentForm {...{ ...form, segment }} onClose={close} /> },
    dialogs: { new: ({ close }) => <SegmentForm {...form} segment={null} onClose={close} /> },
    rowActs: (segment) => [
      { label: t("change"), name: t("changeSegment", { name: nameOf(segment) }), form: "edit" },
    ],
    actionsLabel: t("change"),
    between: (
      <NumberField
        label={t("exampleBill")}
        description={t("exampleBillHint")}
        value={value}
        onChange={setValue}
        decimals={decimalsOf(currency)}
        unit={currencySign}
        className="mb-4 max-w-xs"
      />
    ),
  });
  return list.records;
}

/** The segments' rates, and their effect on a bill of the value. */
function useColumns(value: number | null | undefined): Column<Segment>[] {
  const t = useTranslations("programme");
  const rateColumns = useRateColumns();
  const nameOf = useNameOf();
  const effect = (segment: Segment) => exampleBill(value, segment);
  return [
    {
      id: "name",
      header: t("segment"),
      cell: ({ id, nameEn, nameAr, color, isDefault }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Swatch color={color} />
          <bdi className="font-medium">{nameOf({ nameEn, nameAr })}</bdi>
          {isDefault && <Badge>{t("defaultSegment")}</Badge>}
          <OwnRequest area="segments" id={id} />
        </span>
      ),
    },
    figureColumn("value", t("from"), (segment) => segment.value),
    ...rateColumns,
    {
      id: "earns",
      header: t("billEarns"),
      isNumeric: true,
      cell: (segment) => <PointsOrNone value={effect(segment)?.earns} />,
    },
    {
      id: "costs",
      header: t("billCosts"),
      isNumeric: true,
      cell: (segment) => <PointsOrNone value={effect(segment)?.costs} />,
    },
    {
      id: "percent",
      header: t("percentBack"),
      isNumeric: true,
      cell: (segment) => <Percent value={returnPercent(segment)} />,
    },
    {
      id: "threshold",
      header: t("threshold"),
      isNumeric: true,
      cell: ({ redeemThreshold }) => (redeemThreshold === 0 ? "–" : <Figure value={redeemThreshold} />),
    },
  ];
}

function PointsOrNone({ value }: { value: number | undefined }) {
  return value === undefined ? "–" : <Points value={value} />;
}

function Percent({ value }: { value: number | null }) {
  const format = useFormatter();
  if (value === null) return "–";
  const text = format.number(value / 100, { style: "percent", maximumFractionDigits: 2 });
  return <span className="figures">{text}</span>;
}
