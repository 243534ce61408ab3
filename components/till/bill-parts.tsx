"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { ask } from "@/components/kit/contract";
import { useInLanguage } from "@/components/kit/use-language";
import { useShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Code, useCurrencySign } from "@/components/ui/format";
import { NumberField } from "@/components/ui/number-field";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { ShownCoupon } from "@/lib/areas/coupons/schemas";
import { walletCoupons as api } from "@/lib/areas/coupons/till-contract";
import type { QuotedBill } from "@/lib/areas/till/schemas";
import { BILL_COUPONS_MAX } from "@/lib/areas/till/words";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { FIXED_AMOUNT, moneyOff } from "@/lib/ledger/with/coupons/words";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { decimalsOf } from "@/lib/platform/currency";
import { inUnits, moneyOf } from "@/lib/platform/money";
import type { ServeDraft } from "./serve-draft";
import { ShortcutHint } from "./shortcut-hint";
import { isAmount, useAmountProblem } from "./use-amount-problem";

interface BillPartsProps {
  wallet: TillWallet;
  branchId: number;
  /** A coupon that was scanned: it stands with the customer's. */
  scanned: string | undefined;
  draft: ServeDraft;
  /** Of the bill's last quote: what cannot be taken, and why. */
  leftOut: QuotedBill["leftOut"];
  onEdit: (changes: Partial<Omit<ServeDraft, "mode">>) => void;
}

/** Coupons that this customer can use on the bill, best first, and points to pay with. Nothing is chosen by itself. */
export function BillParts({ wallet, branchId, scanned, draft, leftOut, onEdit }: BillPartsProps) {
  const t = useTranslations("till");
  const { coupons, pays } = draft;
  const usable = useUsableCoupons({ wallet, branchId, scanned }, draft);
  const mayPay = wallet.refusals.redeem === null && wallet.usable.maxValue > 0;
  const toggle = (number: string, isOn: boolean) =>
    onEdit({ coupons: isOn ? [...coupons, number] : coupons.filter((one) => one !== number) });
  const takeBest = () => {
    const best = usable.find(({ coupon, missing }) => missing === 0 && !coupons.includes(coupon.number));
    if (coupons.length >= BILL_COUPONS_MAX) return onEdit({ coupons: [] });
    if (best !== undefined) toggle(best.coupon.number, true);
    else if (coupons.length > 0) onEdit({ coupons: [] });
  };
  const togglePoints = () => onEdit({ pays: pays === null ? "max" : null });
  const arePointsShown = mayPay || pays !== null;
  // Coupons of the bill that are nobody's yet, or another's, are not among the customer's.
  const unread = coupons.filter((number) => !usable.some(({ coupon }) => coupon.number === number));
  if (usable.length + unread.length === 0 && !arePointsShown) return null;
  const refusalOf = (wanted: string | null) =>
    leftOut.find(({ part, couponNumber }) => part !== "reward" && couponNumber === wanted)?.refusal;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent.
    <div role="group" aria-label={t("parts.title")} className="grid gap-1">
      {usable.length > 0 && <PartKey name="F6" label={t("keys.coupon")} onUse={takeBest} />}
      {arePointsShown && <PartKey name="F7" label={t("keys.points")} onUse={togglePoints} />}
      <CouponParts {...{ usable, unread, coupons, toggle, refusalOf }} />
      {arePointsShown && (
        <Part
          isOn={pays !== null}
          onChange={togglePoints}
          refusal={refusalOf(null)}
          hint="F7"
          aside={<PointsAside maxValue={wallet.usable.maxValue} />}
        >
          {t("serve.redeem")}
        </Part>
      )}
      {pays !== null && <PaysField {...{ pays, onEdit }} maxValue={wallet.usable.maxValue} />}
    </div>
  );
}

function PartKey({ name, label, onUse }: { name: string; label: string; onUse: () => void }) {
  useShortcut({ keys: [name], label, onUse, isForTyping: true });
  return null;
}

interface Usable {
  coupon: ShownCoupon;
  /** Money that it takes off the typed bill; null: the bill is not typed yet, or the till gives what the coupon is for. */
  off: number | null;
  /** By how much the bill is less than the coupon's least one. */
  missing: number;
}

/** More than these stand behind a press. */
const SHOWN_MAX = 5;

/** Coupons that can be used here, the one that takes most off the bill first, and those that the bill is too small for last. */
function useUsableCoupons(
  { wallet, branchId, scanned }: Pick<BillPartsProps, "wallet" | "branchId" | "scanned">,
  { value, coupons }: Pick<ServeDraft, "value" | "coupons">,
): Usable[] {
  const { data } = useQuery(
    ask(api.coupons, { params: { walletId: wallet.id }, query: { branchId, shown: scanned } }),
  );
  const bill = isAmount(value) ? value : null;
  return (data?.coupons ?? [])
    .filter(({ number, problem }) => problem === null || coupons.includes(number))
    .map((coupon) => {
      const { discountType, discount, worth = null, minBill } = coupon;
      const off = bill === null ? 0 : inUnits(moneyOff({ discountType, discount, worth }, moneyOf(bill)));
      return {
        coupon,
        off: off > 0 ? off : null,
        missing: bill === null ? 0 : Math.max(0, (minBill ?? 0) - bill),
      };
    })
    .sort((one, other) => one.missing - other.missing || (other.off ?? 0) - (one.off ?? 0));
}

/** A row for each coupon: the best ones, those of the bill, and the others on demand. */
function CouponParts({
  usable,
  unread,
  coupons,
  toggle,
  refusalOf,
}: {
  usable: readonly Usable[];
  unread: readonly string[];
  coupons: readonly string[];
  toggle: (number: string, isOn: boolean) => void;
  refusalOf: (number: string) => PartProps["refusal"];
}) {
  const t = useTranslations("till.parts");
  const [areAllShown, setAllShown] = useState(false);
  const isFull = coupons.length >= BILL_COUPONS_MAX;
  const shown = usable.filter(
    ({ coupon }, place) => areAllShown || place < SHOWN_MAX || coupons.includes(coupon.number),
  );
  return (
    <>
      {shown.map((one, place) => (
        <Part
          key={one.coupon.number}
          isOn={coupons.includes(one.coupon.number)}
          onChange={(isOn) => toggle(one.coupon.number, isOn)}
          isOff={(isFull || one.missing > 0) && !coupons.includes(one.coupon.number)}
          refusal={refusalOf(one.coupon.number)}
          hint={place === 0 && one.missing === 0 ? "F6" : null}
          aside={<CouponAside {...one} />}
        >
          <CouponName coupon={one.coupon} />
        </Part>
      ))}
      {shown.length < usable.length && (
        <Button size="small" variant="quiet" className="justify-self-start" onPress={() => setAllShown(true)}>
          {t("more", { count: usable.length - shown.length })}
        </Button>
      )}
      {unread.map((number) => (
        <Part key={number} isOn onChange={() => toggle(number, false)} refusal={refusalOf(number)}>
          <Code>{printedCouponNumber(number)}</Code>
        </Part>
      ))}
    </>
  );
}

interface PartProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isOff?: boolean;
  refusal: QuotedBill["leftOut"][number]["refusal"] | undefined;
  hint?: string | null;
  aside?: ReactNode;
  children: ReactNode;
}

/** One thing that can be done with the bill, and at its end what comes of it; in place of that why it cannot be done. */
function Part({ isOn, onChange, isOff = false, refusal, hint = null, aside = null, children }: PartProps) {
  const inLanguage = useInLanguage();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <Checkbox isSelected={isOn} onChange={onChange} isDisabled={isOff}>
        {children} {hint !== null && <ShortcutHint>{hint}</ShortcutHint>}
      </Checkbox>
      {isOn && refusal !== undefined ? (
        <span role="alert" className="text-danger text-sm">
          {inLanguage(refusal.message)}
        </span>
      ) : (
        <span className="text-ink-soft text-sm">{aside}</span>
      )}
    </div>
  );
}

function CouponName({ coupon }: { coupon: ShownCoupon }) {
  const inLanguage = useInLanguage();
  const discountText = useDiscountText();
  return (
    <>
      <bdi className="font-medium">{inLanguage(coupon.title)}</bdi>{" "}
      <span className="text-accent text-sm">{discountText(coupon)}</span>
    </>
  );
}

function CouponAside({ coupon: { discountType, discount }, off, missing }: Usable) {
  const t = useTranslations("till.parts");
  const { money } = useAmounts();
  if (missing > 0) return t("missing", { money: money(missing) });
  if (discountType > FIXED_AMOUNT) return t("byHand");
  return off === null || off === discount ? null : t("off", { money: money(off) });
}

function PointsAside({ maxValue }: { maxValue: number }) {
  const t = useTranslations("till.parts");
  const { money } = useAmounts();
  return t("upTo", { money: money(maxValue) });
}

/** The sum that points pay; left empty it is all that they can. */
function PaysField({
  pays,
  maxValue,
  onEdit,
}: Pick<BillPartsProps, "onEdit"> & { pays: ServeDraft["pays"]; maxValue: number }) {
  const t = useTranslations("till");
  const { money } = useAmounts();
  const problem = useAmountProblem(typeof pays === "number" ? pays : null, false);
  return (
    <NumberField
      label={t("serve.redeemAmount")}
      value={pays === "max" ? null : pays}
      onChange={(sum) => onEdit({ pays: sum === null ? "max" : sum })}
      placeholder={t("parts.all")}
      errorMessage={problem}
      description={t("parts.allHint", { money: money(maxValue) })}
      unit={useCurrencySign()}
      decimals={decimalsOf()}
    />
  );
}
