"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { Money, Points, useCurrencySign } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import { useAmounts } from "@/components/wallet/use-amounts";
import { entries as api } from "@/lib/areas/entries/contract";
import type { PortalEntry, SettledBill } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import { VALUE_MAX } from "@/lib/areas/till/words";
import { decimalsOf } from "@/lib/platform/currency";
import { leastUnits } from "@/lib/platform/money";
import { ActFact } from "./act-parts";
import { ActedLines } from "./acted-lines";
import {
  QuotedChange,
  ReversalDrawer,
  type ReversalPart,
  type ReversalProps,
  useReversal,
} from "./reversal-drawer";

type Part = "all" | "value" | "points";
type Amount = number | null | undefined;
const REASONS = {
  refund: ["returned", "price", "mistake", "complaint", "other"],
  return: ["faulty", "unwanted", "exchange", "price", "other"],
} as const;

/**
 * Gives back all or a part of what was redeemed, or takes back all or a part of what goods have earned that came back. The result is shown
 * before it is confirmed.
 */
export function PartDialog({
  act: name,
  begins = "all",
  ...props
}: ReversalProps & {
  act: "refund" | "return";
  /** How much, until another choice is made. */
  begins?: Part;
}) {
  const t = useTranslations("entries");
  const amounts = useAmounts();
  const { data } = useQuery(ask(api.read, { params: { entryId: props.entry.id } }));
  // Goods of a settled bill come back by their price: points would say nothing of its other parts.
  const bill = name === "return" ? (data?.bill ?? null) : null;
  const [part, setPart] = useState<Part>(begins);
  const [amount, setAmount] = useState<Amount>(null);
  const [slip, setSlip] = useState("");
  const act = useReversal(name, props, { part: askedPart(part, amount) });
  const { quoted, isOnItsWay: isDisabled } = act;
  return (
    <ReversalDrawer
      {...props}
      act={act}
      lead={
        <>
          <Remainder act={name} entry={props.entry} bill={bill} />
          <PartFields {...{ name, part, amount, isDisabled, bill }} onPart={setPart} onAmount={setAmount} />
        </>
      }
      reasons={REASONS[name].map((id) => ({ id, label: t(`reasons.${id}`) }))}
      slip={
        <TextField
          label={`${t("acts.returnSlip")} (${t("acts.optional")})`}
          value={slip}
          onChange={setSlip}
          maxLength={64}
          isCode
          isDisabled={isDisabled}
        />
      }
      confirmLabel={
        quoted?.outcome === "possible"
          ? t(`${name}.confirm`, { points: amounts.points(Math.abs(quoted.points)) })
          : t(`${name}.confirmPlain`)
      }
      said={({ entry }) => t(`${name}.done`, { points: amounts.points(Math.abs(movedPoints(entry))) })}
      quoted={({ points, value, balanceAfter, promotions, referralPoints, refunded = 0 }) => (
        <QuotedChange
          label={t(`${name}.moves`)}
          {...{ points, balanceAfter }}
          beside={<InMoney value={value} />}
        >
          <ActedLines
            promotions={promotions?.map((acted) => ({ ...acted, points: -acted.points }))}
            {...{ points, referralPoints }}
            className="px-4"
          />
          {refunded > 0 && (
            <Notice kind="info">{t("return.refunded", { points: amounts.points(refunded) })}</Notice>
          )}
          {points === 0 && <Notice kind="info">{t("return.noPoints")}</Notice>}
          {points < 0 && balanceAfter < 0 && <Notice kind="warning">{t("acts.belowZero")}</Notice>}
        </QuotedChange>
      )}
      onConfirm={(rest) =>
        act.confirm({ ...rest, ...(slip.trim() !== "" && { invoiceNumber: slip.trim() }) })
      }
    />
  );
}

interface PartFieldsProps {
  name: "refund" | "return";
  part: Part;
  amount: Amount;
  isDisabled: boolean;
  bill: SettledBill | null;
  onPart: (part: Part) => void;
  onAmount: (amount: Amount) => void;
}

/** All, or a part in money or points, and how much. */
function PartFields({ name, part, amount, isDisabled, bill, onPart, onAmount }: PartFieldsProps) {
  const t = useTranslations("entries");
  const currencySign = useCurrencySign();
  return (
    <>
      <RadioGroup
        label={t(`${name}.part`)}
        options={[
          { id: "all", label: t(`${name}.all`) },
          { id: "value", label: t("acts.byValue") },
          ...(bill === null ? [{ id: "points" as const, label: t("acts.byPoints") }] : []),
        ]}
        value={part}
        isDisabled={isDisabled}
        onChange={(chosen) => {
          onPart(chosen);
          onAmount(null);
        }}
      />
      {part !== "all" && (
        <NumberField
          key={part}
          label={t(`${name}.${part}`)}
          value={amount}
          onChange={onAmount}
          decimals={part === "value" ? decimalsOf() : 0}
          isDisabled={isDisabled}
          autoFocus
          unit={part === "points" ? t("acts.pointsUnit") : currencySign}
          errorMessage={
            amount === undefined || isTypable(part, amount)
              ? undefined
              : t("acts.amountRange", { min: leastOf(part), max: VALUE_MAX })
          }
        />
      )}
    </>
  );
}

function InMoney({ value }: { value: number }) {
  return (
    <span className="text-ink-soft">
      (<Money value={value} />)
    </span>
  );
}

/** The part as the server is asked for it; null while the amount is none. */
function askedPart(part: Part, amount: Amount): ReversalPart {
  if (part === "all") return {};
  if (amount === null || !isTypable(part, amount)) return null;
  return { [part]: amount };
}

const leastOf = (part: "points" | "value") => (part === "points" ? 1 : leastUnits());

function isTypable(part: "points" | "value", amount: Amount): amount is number | null {
  return amount === null || (amount !== undefined && amount >= leastOf(part) && amount <= VALUE_MAX);
}

function Remainder({
  act,
  entry: { points, value, remainingPoints, remainingValue },
  bill,
}: {
  act: "refund" | "return";
  entry: PortalEntry;
  bill: SettledBill | null;
}) {
  const t = useTranslations("entries");
  if (bill !== null)
    return (
      <dl>
        <ActFact name={t("return.left")}>
          <Money value={bill.left} />
        </ActFact>
      </dl>
    );
  const made = Math.abs(points);
  return (
    <dl className="grid gap-1">
      <ActFact name={t(`${act}.made`)}>
        <Points value={made} /> <InMoney value={value} />
      </ActFact>
      {remainingPoints < made && (
        <ActFact name={t(`${act}.before`)}>
          <Points value={made - remainingPoints} />
        </ActFact>
      )}
      <ActFact name={t(`${act}.left`)}>
        <Points value={remainingPoints} /> <InMoney value={remainingValue} />
      </ActFact>
    </dl>
  );
}
