"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApprovalDialog } from "@/components/approvals/approval-dialog";
import { useDiscountText } from "@/components/deals/deal-words";
import { approvable, confirmable, QuoteBox } from "@/components/entries/act-parts";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useOperation } from "@/components/operations/use-operation";
import { PrintReceiptButton } from "@/components/receipt/print-receipt-button";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { PinPad } from "@/components/ui/pin-pad";
import { quoteQuery } from "@/components/wallet/queries";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { CouponOffer } from "@/lib/areas/coupons/schemas";
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
    <Drawer isOpen onOpenChange={props.onClose} title={inLanguage(props.offer.title)}>
      <Purchase {...props} />
    </Drawer>
  );
}

/** Says what a coupon costs and leaves, or what stands in the way; asks for the PIN where one is wanted, and confirms. */
export function Purchase({ wallet, branchId, offer, onBack, onClose }: BuyCouponProps) {
  const t = useTranslations("coupons.words");
  const ui = useTranslations("ui");
  const acts = useTranslations("entries.acts");
  const inLanguage = useInLanguage();
  const discountText = useDiscountText();
  const { textOf } = useErrorText();
  const amounts = useAmounts();
  const [pin, setPin] = useState("");
  const redeem = useOperation("redeem");
  const { state } = redeem;
  const [isAsking, setAsking] = useState(false);
  const [isPinMissing, setPinMissing] = useState(false);
  // The ledger prices the points: until then, this stands for their value in the request.
  const { walletCode } = wallet;
  const asked = { branchId, walletCode, value: leastUnits(), couponOffer: offer.offerNumber };
  const quote = useQuery(quoteQuery({ operation: "redeem", ...asked }, wallet.balance));
  const limits = approvable(quote);
  const quoted = quote.data?.outcome === "approval" && limits !== null ? quote.data : confirmable(quote);
  const isRunning = state.status === "running" || state.status === "unknown";
  const isPinAsked = quoted?.isPinRequired === true;
  const request = { ...asked, value: Math.max(leastUnits(), quoted?.value ?? 0) };
  const carryOut = (reference?: string) => {
    redeem.run(
      { ...request, ...(isPinAsked && { pin }) },
      { walletId: wallet.id, walletName: wallet.profile.name },
      reference,
    );
    setPin("");
  };
  const confirm = () => {
    if (quoted === null || isRunning) return;
    const isShort = isPinAsked && pin.length < PIN_LENGTH_MIN;
    setPinMissing(isShort);
    if (isShort) return;
    if (limits === null) carryOut();
    else setAsking(true);
  };
  return (
    <>
      <div className="grid gap-4">
        <p className="text-accent text-lg">{discountText(offer)}</p>
        <p dir="auto" className="whitespace-pre-line text-ink-soft">
          {inLanguage(offer.terms)}
        </p>
        {state.status === "done" ? (
          <>
            <Notice kind="success" isAnnounced>
              {t("bought")}
            </Notice>
            {state.posted.coupon && (
              <CouponFace number={state.posted.coupon.number} title={inLanguage(state.posted.coupon.title)} />
            )}
            <PrintReceiptButton entryId={state.posted.entry.id} />
            <Button variant="primary" onPress={onClose} autoFocus>
              {ui("close")}
            </Button>
          </>
        ) : (
          <>
            <dl>
              <dt className="text-ink-soft text-sm">{t("costs")}</dt>
              <dd className="font-semibold text-2xl">
                <Points value={offer.costPoints} />
              </dd>
            </dl>
            <QuoteBox quote={quote} isAsked>
              {({ balanceAfter }) => (
                <dl>
                  <dt className="text-ink-soft text-sm">{t("leaves")}</dt>
                  <dd className="font-semibold text-2xl">
                    <Points value={balanceAfter} />
                  </dd>
                </dl>
              )}
            </QuoteBox>
            {isPinAsked && (
              <PinPad
                label={t("pin")}
                value={pin}
                onChange={(digits) => {
                  setPinMissing(false);
                  setPin(digits);
                }}
                onSubmit={confirm}
                errorMessage={isPinMissing ? t("pinMissing") : undefined}
                autoFocus
              />
            )}
            {state.status === "refused" && (
              <Notice kind="danger" isAnnounced>
                {textOf(state.error)}
              </Notice>
            )}
            {state.status === "unknown" && (
              <Notice kind="warning" isAnnounced>
                {t("unknown")}
              </Notice>
            )}
            <Button
              variant="primary"
              size="large"
              isPending={isRunning}
              isDisabled={quoted === null}
              onPress={confirm}
            >
              {limits === null
                ? t("buy", { points: amounts.points(offer.costPoints) })
                : acts("haveApproved")}
            </Button>
            <Button onPress={onBack} isDisabled={isRunning}>
              {t("back")}
            </Button>
          </>
        )}
      </div>
      {isAsking && limits !== null && (
        <ApprovalDialog
          asked={{ operation: "redeem", request }}
          limits={limits}
          onApproved={(reference) => {
            setAsking(false);
            carryOut(reference);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
