"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask, send, useRequest } from "@/components/kit/contract";
import { EditorDrawer } from "@/components/kit/editor-form";
import { required } from "@/components/kit/error";
import { fieldsFrom } from "@/components/kit/merge";
import { QueryState } from "@/components/kit/query-state";
import { useEditor } from "@/components/kit/use-editor";
import { useNameOf } from "@/components/kit/use-language";
import { DateTime, useMoneyText } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Skeleton } from "@/components/ui/states";
import { Table } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { useFormatter } from "@/components/ui/use-formatter";
import { programme as api } from "@/lib/areas/programme/contract";
import type { Segment } from "@/lib/areas/programme/record";
import { ChangeList, changesBetween } from "./change-list";
import { exampleBill, worthBeforeAndAfter } from "./example-bill";
import { useRateColumns } from "./rate-columns";
import { RatesSentence } from "./rates-sentence";

/** As it is typed; `undefined` is no number yet. */
type Typed = number | null | undefined;
const NEW = {
  nameEn: "",
  nameAr: "",
  value: null as Typed,
  rewardFactor: "1",
  redeemFactor: "1",
  redeemThreshold: 0 as Typed,
  bonusPoints: null as Typed,
  offerNumber: "",
  ratePlan: "",
  color: "",
};
type Fields = typeof NEW;
type Hint = `${"value" | "rewardFactor" | "redeemFactor" | "threshold" | "bonus"}Hint` | "defaultFromZero";
const NAMES = Object.keys(NEW) as (keyof Fields)[];

/** A new segment, or new rates for one: what they change is shown before they are saved. */
export function SegmentForm({
  segment,
  before = null,
  onClose,
  ...example
}: {
  segment: Segment | null;
  /** A new tier begins with the rates of this one. */
  before?: Segment | null;
  currency: string;
  /** Of the bill that the effect is shown on. */
  exampleValue: number;
  onClose: () => void;
}) {
  const t = useTranslations("programme");
  const nameOf = useNameOf();
  const describe = useDescribe(example);
  const editor = useSegmentEditor(segment, before, onClose);
  const { fields, field, record: base } = editor;
  const unit = useMoneyText()(1, { currency: example.currency });
  const shared = <Name extends keyof Fields>(name: Name, hint?: Hint) => ({
    label: t(`field.${name as keyof Fields}`, { unit }),
    description: hint && t(hint),
    ...field(name),
  });
  return (
    <EditorDrawer
      title={segment === null ? t("addSegment") : t("changeSegment", { name: nameOf(segment) })}
      submitLabel={t("review")}
      editor={editor}
      describe={(name, shown) => {
        const label = t(`field.${name}`, { unit });
        return { label, value: describe(shown)[label] ?? "" };
      }}
      review={{
        title: t("reviewTitle"),
        confirmLabel: t("apply"),
        children: (
          <>
            <p>{t("fromNowOn")}</p>
            {base !== null && (
              <Concerned base={base} redeemFactor={fields.redeemFactor} currency={example.currency} />
            )}
            <ChangeList changes={changesBetween(base ? describe(editor.base) : {}, describe(fields))} />
          </>
        ),
      }}
      onClose={onClose}
    >
      <TextField {...shared("nameEn")} maxLength={60} autoComplete="off" />
      <TextField {...shared("nameAr")} maxLength={60} autoComplete="off" />
      <NumberField
        {...shared("value", base?.isDefault ? "defaultFromZero" : "valueHint")}
        isDisabled={base?.isDefault ?? false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...shared("rewardFactor", "rewardFactorHint")} isCode inputMode="decimal" />
        <TextField {...shared("redeemFactor", "redeemFactorHint")} isCode inputMode="decimal" />
      </div>
      <RatesSentence rates={fields} currency={example.currency} bill={example.exampleValue} />
      <Effect fields={fields} base={base} {...example} />
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField {...shared("redeemThreshold", "thresholdHint")} />
        <NumberField {...shared("bonusPoints", "bonusHint")} />
      </div>
      <Marks shared={shared} />
      {segment !== null && <History segment={segment} />}
    </EditorDrawer>
  );
}

type TypedField = { label: string; value: string; onChange: (value: string) => void };

/** The names by which other systems know a tier, and its colour. */
function Marks({ shared }: { shared: (name: "ratePlan" | "offerNumber" | "color") => object }) {
  const field = (name: "ratePlan" | "offerNumber" | "color") => shared(name) as TypedField;
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <TextField {...field("ratePlan")} maxLength={64} autoComplete="off" />
      <TextField {...field("offerNumber")} maxLength={64} autoComplete="off" />
      <TextField {...field("color")} placeholder="#C9A227" isCode autoComplete="off" />
    </div>
  );
}

const ratesOf = ({ rewardFactor, redeemFactor, redeemThreshold }: Segment) => ({
  ...{ rewardFactor, redeemFactor, redeemThreshold },
});

function useSegmentEditor(segment: Segment | null, before: Segment | null, onSaved: () => void) {
  const t = useTranslations("programme");
  const create = useRequest(api.addSegment);
  const change = useRequest(api.changeSegment, { params: { segmentId: segment?.id ?? 0 } });
  return useEditor({
    record: segment,
    fieldsOf: (read) => fieldsFrom(read, { ...NEW, ...(before && ratesOf(before)) }),
    bodyOf: (fields) => ({
      ...fields,
      rewardFactor: fields.rewardFactor.trim(),
      redeemFactor: fields.redeemFactor.trim(),
      redeemThreshold: fields.redeemThreshold === null ? 0 : fields.redeemThreshold,
      color: fields.color.trim() || null,
    }),
    create,
    change: {
      ...change,
      read: async () => {
        const { segments } = await send(api.desk);
        return required(segments.find(({ id }) => id === segment?.id));
      },
    },
    said: t("segmentSaved"),
    onSaved,
  });
}

/** A segment in words, by the labels of its fields; the effect on the example bill is one of them. */
function useDescribe({ currency, exampleValue }: { currency: string; exampleValue: number }) {
  const t = useTranslations("programme");
  const format = useFormatter();
  const money = useMoneyText();
  const text = (value: string | Typed) =>
    typeof value === "number" ? format.number(value) : (value?.trim() ?? "");
  return (fields: Fields): Record<string, string> => {
    const effect = exampleBill(exampleValue, fields);
    const bill = money(exampleValue, { currency });
    return {
      [t("billEarnsText", { bill })]: text(effect?.earns),
      [t("billCostsText", { bill })]: text(effect?.costs),
      ...Object.fromEntries(
        NAMES.map((name) => [t(`field.${name}`, { unit: money(1, { currency }) }), text(fields[name])]),
      ),
      [t("field.redeemThreshold")]: text(fields.redeemThreshold ?? 0),
    };
  };
}

/** The example bill at the typed rates, beside those in force. */
function Effect({
  fields,
  base,
  exampleValue,
  currency,
}: {
  fields: Fields;
  base: Segment | null;
  exampleValue: number;
  currency: string;
}) {
  const t = useTranslations("programme");
  const money = useMoneyText();
  const effect = exampleBill(exampleValue, fields);
  const present = base && exampleBill(exampleValue, base);
  const bill = money(exampleValue, { currency });
  return (
    <Notice kind="info">
      <div aria-live="polite">
        {effect === null ? (
          t("effectUnknown")
        ) : (
          <>
            <p>{t("effectEarns", { bill, points: effect.earns })}</p>
            <p>{t("effectCosts", { bill, points: effect.costs })}</p>
            {present && (present.earns !== effect.earns || present.costs !== effect.costs) && (
              <p className="mt-1 text-sm">
                {t("effectPresent", { earns: present.earns, costs: present.costs })}
              </p>
            )}
          </>
        )}
      </div>
    </Notice>
  );
}

/** Wallets with new rates, and the value of their points before and after. */
function Concerned({
  base,
  redeemFactor,
  currency,
}: {
  base: Segment;
  redeemFactor: string;
  currency: string;
}) {
  const t = useTranslations("programme.concerned");
  const money = useMoneyText();
  const { data, isError } = useQuery(ask(api.holdings, { params: { segmentId: base.id } }, { staleTime: 0 }));
  if (isError) return <p className="mt-3">{t("unknown")}</p>;
  if (data === undefined) return <Skeleton className="mt-3 h-12" />;
  const worth = worthBeforeAndAfter(data.points, { before: base.redeemFactor, after: redeemFactor });
  const inMoney = (text: string) => money(Number(text), { currency });
  return (
    <p className="mt-3">
      {t("wallets", { wallets: data.wallets, points: data.points })}{" "}
      {worth !== null &&
        (worth.before === worth.after
          ? t("sameWorth", { worth: inMoney(worth.before) })
          : t("worth", { before: inMoney(worth.before), after: inMoney(worth.after) }))}
    </p>
  );
}

/** The rates so far; entries keep those at which they were written. */
function History({ segment }: { segment: Segment }) {
  const t = useTranslations("programme");
  const rateColumns = useRateColumns();
  const query = useQuery(ask(api.segment, { params: { segmentId: segment.id } }, { staleTime: 0 }));
  return (
    <section aria-label={t("history")}>
      <h3 className="mb-2 font-semibold">{t("history")}</h3>
      <QueryState query={query} loading={<Skeleton className="h-16" />}>
        {({ versions }) => (
          <Table
            label={t("history")}
            rows={versions}
            rowKey={({ version }) => version}
            columns={[
              {
                id: "since",
                header: t("since"),
                cell: ({ since }) => <DateTime value={since} style="date" />,
              },
              ...rateColumns,
              { id: "by", header: t("changedBy"), cell: ({ by }) => <bdi>{by ?? "–"}</bdi> },
            ]}
          />
        )}
      </QueryState>
    </section>
  );
}
