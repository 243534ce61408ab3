"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { PrintReceiptButton } from "@/components/receipt/print-receipt-button";
import { useOperation } from "@/components/till/operations/use-operation";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { PinPad } from "@/components/ui/pin-pad";
import { Skeleton } from "@/components/ui/states";
import { quoteQuery } from "@/components/wallets/queries";
import type { CouponOffer } from "@/lib/areas/coupons/schemas";
import type { TillWallet } from "@/lib/areas/till/schemas";
import { CouponFace } from "./coupon-face";

const PIN_LENGTH_MIN = 4;
const VALUE_MIN = 0.01;

/** The second step of points for a coupon: what it costs and leaves, the PIN where it is asked for, and the confirmation. */
export function BuyCoupon({
  wallet,
  branchId,
  offer,
  onBack,
  onClose,
}: {
  wallet: TillWallet;
  branchId: number;
  offer: CouponOffer;
  onBack: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("coupons.words");
  const ui = useTranslations("ui");
  const inLanguage = useInLanguage();
  const discountText = useDiscountText();
  const { textOf } = useErrorText();
  const [pin, setPin] = useState("");
  const redeem = useOperation("redeem");
  const { state } = redeem;
  // What the points are worth is the ledger's to say: until it has, this stands for it in the request.
  const { walletCode } = wallet;
  const request = { branchId, walletCode, value: VALUE_MIN, couponOffer: offer.offerNumber };
  const { data: quote, isPending } = useQuery(
    quoteQuery({ operation: "redeem", ...request }, wallet.balance),
  );
  const isRunning = state.status === "running" || state.status === "unknown";
  const isPinAsked = quote?.outcome === "possible" && quote.isPinRequired;
  const confirm = () => {
    if (quote?.outcome !== "possible" || (isPinAsked && pin.length < PIN_LENGTH_MIN)) return;
    redeem.run(
      { ...request, value: Math.max(VALUE_MIN, quote.value), ...(isPinAsked ? { pin } : {}) },
      { walletId: wallet.id, walletName: wallet.profile.name },
    );
    setPin("");
  };
  return (
    <Drawer isOpen onOpenChange={onClose} title={inLanguage(offer.title)}>
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
            <dl className="grid grid-cols-2 gap-3">
              <div>
                <dt className="text-ink-soft text-sm">{t("costs")}</dt>
                <dd className="font-semibold text-2xl">
                  <Points value={offer.costPoints} />
                </dd>
              </div>
              <div>
                <dt className="text-ink-soft text-sm">{t("leaves")}</dt>
                <dd className="font-semibold text-2xl">
                  {isPending && <Skeleton className="h-8 w-20" />}
                  {quote?.outcome === "possible" && <Points value={quote.balanceAfter} />}
                </dd>
              </div>
            </dl>
            {quote?.outcome === "refused" && (
              <Notice kind="danger">{inLanguage(quote.refusal.message)}</Notice>
            )}
            {isPinAsked && (
              <PinPad label={t("pin")} value={pin} onChange={setPin} onSubmit={confirm} autoFocus />
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
              isDisabled={quote?.outcome !== "possible"}
              onPress={confirm}
            >
              {t("buy")}
            </Button>
            <Button onPress={onBack} isDisabled={isRunning}>
              {t("back")}
            </Button>
          </>
        )}
      </div>
    </Drawer>
  );
}
