"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { ActProgress, QuoteBox } from "@/components/entries/act-parts";
import { type QuotedAct, useQuotedAct } from "@/components/entries/use-quoted-act";
import { useInLanguage } from "@/components/kit/use-language";
import { PrintReceiptButton } from "@/components/receipt/print-receipt-button";
import { PinOnDisplay, usePinOnDisplay } from "@/components/till/pin-on-display";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { PinPad } from "@/components/ui/pin-pad";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { CouponOffer } from "@/lib/areas/coupons/schemas";
import type { Posted } from "@/lib/areas/till/schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { leastUnits } from "@/lib/platform/money";
import { CouponFace } from "./coupon-face";

const PIN_LENGTH_MIN = 4;

interface BuyCouponProps {
  wallet: TillWallet;
  branchId: number;
  offer: CouponOffer;
  onBack: () => void;
  onClose: () => void;
}

/** The second step of points for a coupon. */
export function BuyCoupon(props: BuyCouponProps) {
  const inLanguage = useInLanguage();
  return (
    <Drawer onClose={props.onClose} title={inLanguage(props.offer.title)}>
      <Purchase {...props} />
    </Drawer>
  );
}

/** Says what a coupon costs and leaves, or what stands in the way; asks for the PIN where one is wanted, and confirms. */
export function Purchase({ wallet, branchId, offer, onBack, onClose }: BuyCouponProps) {
  const t = useTranslations("coupons.words");
  const { pin, isMissing: isPinMissing, pad, type: typePin, isGiven } = usePin();
  // The ledger prices the points: until then, this stands for their value in the request.
  const asked = {
    branchId,
    walletCode: wallet.walletCode,
    value: leastUnits(),
    couponOffer: offer.offerNumber,
  };
  const act = useQuotedAct("redeem", {
    asked: { operation: "redeem", ...asked },
    balance: wallet.balance,
    facts: { walletId: wallet.id, walletName: wallet.profile.name },
    onSent: () => typePin(""),
  });
  const { state, quoted } = act;
  const isPinAsked = quoted?.isPinRequired === true && !act.isApprovalNeeded && state.status !== "done";
  const value = Math.max(leastUnits(), quoted?.value ?? 0);
  const { isThere, answerHere } = usePinOnDisplay({
    ...{ wallet, value, state, isPinAsked, points: offer.costPoints },
    onPin: () => act.confirm({ ...asked, value }, { pinFromDisplay: true }),
  });
  const confirm = () => {
    if (quoted === null || act.isOnItsWay) return;
    if (isPinAsked && (isThere || !isGiven())) return;
    act.confirm({ ...asked, value }, isPinAsked ? { pin } : {});
  };
  return (
    <div className="grid gap-4">
      <Terms offer={offer} />
      {state.status === "done" ? (
        <Bought posted={state.posted} onClose={onClose} />
      ) : (
        <>
          <Sum label={t("costs")} points={offer.costPoints} />
          <QuoteBox quote={act.quote} isAsked>
            {({ balanceAfter }) => <Sum label={t("leaves")} points={balanceAfter} />}
          </QuoteBox>
          {isThere && <PinOnDisplay onHere={answerHere} />}
          {isPinAsked && !isThere && (
            <div ref={pad}>
              <PinPad
                label={t("pin")}
                value={pin}
                onChange={typePin}
                onSubmit={confirm}
                errorMessage={isPinMissing ? t("pinMissing") : undefined}
                autoFocus
              />
            </div>
          )}
          <ActProgress operation={act} />
          {!isThere && <BuyButton {...{ act, offer }} onPress={confirm} />}
          <Button onPress={onBack} isDisabled={act.isOnItsWay}>
            {t("back")}
          </Button>
        </>
      )}
      {act.approval}
    </div>
  );
}

/** The PIN as it is typed; the caret goes to its pad when too little of it is there. */
function usePin() {
  const [pin, setPin] = useState("");
  const [isMissing, setMissing] = useState(false);
  const pad = useRef<HTMLDivElement>(null);
  return {
    ...{ pin, isMissing, pad },
    type: (digits: string) => {
      setMissing(false);
      setPin(digits);
    },
    isGiven: () => {
      const isShort = pin.length < PIN_LENGTH_MIN;
      setMissing(isShort);
      if (isShort) pad.current?.querySelector("input")?.focus();
      return !isShort;
    },
  };
}

function BuyButton({
  act,
  offer,
  onPress,
}: {
  act: QuotedAct<"redeem">;
  offer: CouponOffer;
  onPress: () => void;
}) {
  const t = useTranslations("coupons.words");
  const acts = useTranslations("entries.acts");
  const amounts = useAmounts();
  return (
    <Button
      variant="primary"
      size="large"
      isPending={act.isOnItsWay}
      isDisabled={act.quoted === null}
      onPress={onPress}
    >
      {act.isApprovalNeeded ? acts("haveApproved") : t("buy", { points: amounts.points(offer.costPoints) })}
    </Button>
  );
}

function Terms({ offer }: { offer: CouponOffer }) {
  const inLanguage = useInLanguage();
  const discountText = useDiscountText();
  return (
    <>
      <p className="text-accent text-lg">{discountText(offer)}</p>
      <p dir="auto" className="whitespace-pre-line text-ink-soft">
        {inLanguage(offer.terms)}
      </p>
    </>
  );
}

function Sum({ label, points }: { label: string; points: number }) {
  return (
    <dl>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="font-semibold text-2xl">
        <Points value={points} />
      </dd>
    </dl>
  );
}

function Bought({ posted: { coupon, entry }, onClose }: { posted: Posted; onClose: () => void }) {
  const t = useTranslations("coupons.words");
  const ui = useTranslations("ui");
  const inLanguage = useInLanguage();
  return (
    <>
      <Notice kind="success" isAnnounced>
        {t("bought")}
      </Notice>
      {coupon && <CouponFace number={coupon.number} title={inLanguage(coupon.title)} />}
      <PrintReceiptButton entryId={entry.id} />
      <Button variant="primary" onPress={onClose} autoFocus>
        {ui("close")}
      </Button>
    </>
  );
}
