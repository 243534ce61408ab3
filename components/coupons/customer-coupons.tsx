"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { portalFetch } from "@/components/kit/fetch";
import { outdate } from "@/components/kit/query";
import { newReference } from "@/components/kit/reference";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Code, Day, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast-queue";
import type { ShownCoupon, WalletCoupons } from "@/lib/areas/coupons/schemas";
import type { TillWallet } from "@/lib/areas/till/schemas";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { BuyCoupon } from "./buy-coupon";
import { CouponStatus } from "./coupon-status";

interface Served {
  wallet: TillWallet;
  branchId: number;
}

/** A customer's coupons at this till: each is used here, or taken back, and others are had for points. */
export function CustomerCoupons({
  wallet,
  branchId,
  coupons: { coupons, offers },
  scanned,
  onClose,
}: Served & {
  coupons: WalletCoupons;
  /** The number that was scanned: its coupon comes first. */
  scanned: string | undefined;
  onClose: () => void;
}) {
  const t = useTranslations("coupons.words");
  const [chosen, setChosen] = useState<number | null>(null);
  const first = coupons.filter(({ number }) => number === scanned);
  const usable = coupons.filter(({ number, problem }) => number !== scanned && problem === null);
  const rest = coupons.filter(({ number, problem }) => number !== scanned && problem !== null);
  const offer = offers.find(({ offerNumber }) => offerNumber === chosen);
  if (offer !== undefined)
    return <BuyCoupon {...{ wallet, branchId, offer }} onBack={() => setChosen(null)} onClose={onClose} />;
  return (
    <Drawer isOpen onOpenChange={onClose} title={t("title")}>
      {coupons.length === 0 && <p className="text-ink-soft">{t("none")}</p>}
      <ul className="grid gap-3">
        {[...first, ...usable, ...rest].map((coupon) => (
          <li key={coupon.number} className="rounded-2xl border border-line p-4">
            <CouponRow {...{ wallet, branchId, coupon }} isScanned={coupon.number === scanned} />
          </li>
        ))}
      </ul>
      {offers.length > 0 && (
        <>
          <h3 className="mt-6 mb-3 font-semibold">{t("forPoints")}</h3>
          <ul className="grid gap-3">
            {offers.map((each) => (
              <li
                key={each.offerNumber}
                className="flex items-center justify-between gap-4 rounded-2xl border border-line p-4"
              >
                <OfferWords title={each.title} discount={each} />
                <Button
                  onPress={() => setChosen(each.offerNumber)}
                  isDisabled={wallet.usable.points < each.costPoints}
                >
                  <Points value={each.costPoints} />
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  );
}

function OfferWords({
  title,
  discount,
}: {
  title: ShownCoupon["title"];
  discount: Pick<ShownCoupon, "discountType" | "discount">;
}) {
  const inLanguage = useInLanguage();
  const discountText = useDiscountText();
  return (
    <span className="min-w-0">
      <bdi className="block font-medium">{inLanguage(title)}</bdi>
      <span className="block text-accent">{discountText(discount)}</span>
    </span>
  );
}

/** The same reference for every attempt of one intention: an answer that was lost is asked for again, and nothing is done twice. */
function useCouponAct({ wallet, branchId }: Served, number: string) {
  const client = useQueryClient();
  const reference = useRef<string | null>(null);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<PortalError | null>(null);
  const act = async (kind: "use" | "reopen", done: string) => {
    if (isPending) return;
    reference.current ??= newReference();
    const body = { branchId, walletCode: wallet.walletCode, number, reference: reference.current };
    setPending(true);
    setError(null);
    try {
      const answer = async () => (await import("@/lib/areas/coupons/schemas")).usedCouponSchema;
      await portalFetch(answer, `coupons/${kind}`, { method: "POST", body });
      reference.current = null;
      toast({ kind: "success", title: done });
    } catch (thrown) {
      const refused = toPortalError(thrown);
      if (refused.code !== "offline") reference.current = null;
      setError(refused);
    }
    setPending(false);
    await outdate(client, "wallets");
  };
  return { act, isPending, error };
}

function CouponRow({ coupon, isScanned, ...served }: Served & { coupon: ShownCoupon; isScanned: boolean }) {
  const t = useTranslations("coupons.words");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const { act, isPending, error } = useCouponAct(served, coupon.number);
  const terms = inLanguage(coupon.terms);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <OfferWords title={coupon.title} discount={coupon} />
        <CouponStatus standing={coupon.standing} />
      </div>
      {terms !== "" && (
        <p dir="auto" className="whitespace-pre-line text-ink-soft text-sm">
          {terms}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
        <Code>{printedCouponNumber(coupon.number)}</Code>
        {coupon.validUntil !== null && (
          <span>
            {t("until")} <Day value={coupon.validUntil} />
          </span>
        )}
      </p>
      {coupon.problem !== null && coupon.standing === "issued" && (
        <p className="text-sm text-warning">{t(`problems.${coupon.problem}`)}</p>
      )}
      {coupon.problem === null && (
        <Button
          variant="primary"
          isPending={isPending}
          autoFocus={isScanned}
          onPress={() => void act("use", t("usedNow"))}
        >
          {t("use")}
        </Button>
      )}
      {coupon.standing === "used" && (
        <Button isPending={isPending} onPress={() => void act("reopen", t("reopenedNow"))}>
          {t("reopen")}
        </Button>
      )}
      {error && (
        <Notice kind="danger" isAnnounced>
          {textOf(error)}
        </Notice>
      )}
    </div>
  );
}
