"use client";

import { ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useAmounts } from "@/components/wallet/use-amounts";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { ShortcutHint } from "./shortcut-hint";
import type { TillState } from "./till-types";
import { isAmount } from "./use-amount-problem";

/** In place of the result and of the button that confirms it: a code was scanned, or stands in the bill's box. */
export function NextQuestion({ state, onStay }: { state: TillState; onStay: () => void }) {
  const t = useTranslations("till.scan");
  const { asked, draft } = state;
  const isInBox = asked === null || asked.isInBox === true;
  const code = asked?.code ?? draft.code ?? "";
  const next = asked?.found?.wallet;
  const coupon = asked?.found?.coupon;
  const go =
    next === undefined ? t("find", { code: code }) : t("go", { name: next.profile.name ?? next.walletCode });
  return (
    <>
      <Notice kind="info" isAnnounced>
        <p className="font-medium">{coupon === undefined ? t("next") : t("coupon")}</p>
        <p>
          {isInBox
            ? t("nextText", { code: code })
            : coupon === undefined
              ? t("scanned", { code: code })
              : t("couponText", { number: printedCouponNumber(coupon), name: nameOf(next) })}{" "}
          <BillWaits state={state} />
        </p>
      </Notice>
      <Button type="submit" variant="primary" size="large" icon={ScanLine} className="w-full">
        {go} {(asked !== null || !isAmount(draft.value)) && <ShortcutHint>Enter</ShortcutHint>}
      </Button>
      <Button variant="quiet" onPress={onStay}>
        {isInBox ? t("bill") : state.name === null ? t("stay") : t("stayWith", { name: state.name })}
      </Button>
    </>
  );
}

/** Says that the typed bill is not confirmed, and stays with its customer. */
function BillWaits({ state: { asked, draft, name } }: { state: TillState }) {
  const t = useTranslations("till.scan");
  const wallet = useTranslations("till.wallet");
  const amounts = useAmounts();
  if (asked === null || asked.isInBox || typeof draft.value !== "number") return null;
  return t("waits", { money: amounts.money(draft.value), name: name ?? wallet("thisOne") });
}

function nameOf(wallet: NonNullable<NonNullable<TillState["asked"]>["found"]>["wallet"] | undefined): string {
  return wallet?.profile.name ?? wallet?.walletCode ?? "";
}
