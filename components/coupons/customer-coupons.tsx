"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { useDiscountText } from "@/components/deals/deal-words";
import { useReason } from "@/components/entries/use-reason";
import { send } from "@/components/kit/contract";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { outdate } from "@/components/kit/query";
import { Intention } from "@/components/kit/reference";
import { Refusal } from "@/components/kit/refusal";
import { useInLanguage, useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Drawer } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { Code, Day, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { useFormatter } from "@/components/ui/use-formatter";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { ShownCoupon, WalletCoupons } from "@/lib/areas/coupons/schemas";
import { walletCoupons as api } from "@/lib/areas/coupons/till-contract";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { BuyCoupon } from "./buy-coupon";
import { CouponStatus } from "./coupon-face";

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
  // As it was when it was opened: nothing moves under the pointer when a coupon is used.
  const [order] = useState(() => usableFirst(coupons, scanned));
  const placeOf = ({ number }: ShownCoupon) =>
    order.includes(number) ? order.indexOf(number) : order.length;
  const offer = offers.find(({ offerNumber }) => offerNumber === chosen);
  if (offer !== undefined)
    return <BuyCoupon {...{ wallet, branchId, offer }} onBack={() => setChosen(null)} onClose={onClose} />;
  return (
    <Drawer onClose={onClose} title={t("title")}>
      {coupons.length === 0 && <p className="text-ink-soft">{t("none")}</p>}
      <ul className="grid gap-3">
        {[...coupons]
          .sort((one, other) => placeOf(one) - placeOf(other))
          .map((coupon) => (
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

/** The numbers of coupons: that which was scanned, those that can be used here, the others. */
function usableFirst(coupons: readonly ShownCoupon[], scanned: string | undefined): string[] {
  const rank = ({ number, problem }: ShownCoupon) => (number === scanned ? 0 : problem === null ? 1 : 2);
  return [...coupons].sort((one, other) => rank(one) - rank(other)).map(({ number }) => number);
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

type CouponAct = "use" | "reopen";
const DONE_WORDS = { use: "usedShort", reopen: "reopenedNow" } as const satisfies Record<CouponAct, string>;

/** Uses the coupon or takes that back. `tried`: what was tried since the list was opened, in turn; `done`: what is known to be done. */
function useCouponAct({ wallet, branchId }: Served, number: string) {
  const client = useQueryClient();
  const intended = useRef<{ kind: CouponAct; intention: Intention } | null>(null);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<PortalError | null>(null);
  const [tried, setTried] = useState<readonly CouponAct[]>([]);
  const [done, setDone] = useState<readonly CouponAct[]>([]);
  const act = async (kind: CouponAct, comment = "") => {
    if (isPending) return;
    // The other act is offered only once it is known what became of this one.
    if (intended.current?.kind !== kind) intended.current = { kind, intention: new Intention() };
    const { intention } = intended.current;
    setPending(true);
    setError(null);
    setTried((before) => (before.includes(kind) ? before : [...before, kind]));
    try {
      const body = { branchId, walletCode: wallet.walletCode, number, reference: intention.reference };
      await intention.attempt(() =>
        kind === "use" ? send(api.use, { body }) : send(api.reopen, { body: { ...body, comment } }),
      );
      setDone((before) => [...before, kind]);
    } catch (thrown) {
      setError(toPortalError(thrown));
    }
    setPending(false);
    await outdate(client, "wallets");
  };
  return { act, isPending, error, tried, done };
}

function CouponRow({ coupon, isScanned, ...served }: Served & { coupon: ShownCoupon; isScanned: boolean }) {
  const t = useTranslations("coupons.words");
  const inLanguage = useInLanguage();
  const { act, isPending, error, tried, done } = useCouponAct(served, coupon.number);
  const [isReasonAsked, setReasonAsked] = useState(false);
  const offText = useOffText();
  const terms = inLanguage(coupon.terms);
  const last = done.at(-1);
  const isUsed = coupon.standing === "used";
  const open: CouponAct | null = coupon.problem === null ? "use" : isUsed ? "reopen" : null;
  const isSo = (kind: CouponAct) => (last === undefined ? (kind === "use") === isUsed : last === kind);
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
      <Facts coupon={coupon} />
      <CouponProblem coupon={coupon} isScanned={isScanned} />
      {/* In the place of a button that was pressed no other one comes: a second press does nothing. */}
      {[...tried, ...(open === null || tried.includes(open) ? [] : [open])].map((kind) =>
        kind === open && kind !== last ? (
          <Button
            key={kind}
            variant={kind === "use" ? "primary" : "secondary"}
            isPending={isPending}
            autoFocus={kind === "use" && isScanned}
            isDisabled={kind === "reopen" && isReasonAsked}
            onPress={() => (kind === "use" ? void act(kind) : setReasonAsked(true))}
          >
            {t(kind)}
          </Button>
        ) : (
          <Button key={kind} isDisabled>
            {isSo(kind) ? t(DONE_WORDS[kind]) : t(kind)}
          </Button>
        ),
      )}
      {isReasonAsked && (
        <ReopenReason
          isPending={isPending}
          onReason={(comment) => {
            setReasonAsked(false);
            void act("reopen", comment);
          }}
          onLeave={() => setReasonAsked(false)}
        />
      )}
      {/* Always there and as high, so that the rows below stay under the pointer. */}
      <div role="status" className="min-h-12">
        {last === "use" && <Notice kind="success">{t("usedNow", { off: offText(coupon) })}</Notice>}
        {last === "reopen" && <Notice kind="info">{t("reopenedNow")}</Notice>}
        <Refusal error={error} />
      </div>
    </div>
  );
}

/** Number of a coupon, its last day and the least bill. */
function Facts({ coupon: { number, validUntil, minBill } }: { coupon: ShownCoupon }) {
  const t = useTranslations("coupons.words");
  const { money } = useAmounts();
  return (
    <p className="flex flex-wrap gap-x-4 text-ink-soft text-sm">
      <Code>{printedCouponNumber(number)}</Code>
      {validUntil !== null && (
        <span>
          {t("until")} <Day value={validUntil} />
        </span>
      )}
      {minBill != null && <span>{t("minBill", { money: money(minBill) })}</span>}
    </p>
  );
}

const REOPEN_REASONS = ["unused", "wrong_coupon", "changed_mind", "other"] as const;

/** A use is taken back for a reason, as a transaction is voided. */
function ReopenReason({
  isPending,
  onReason,
  onLeave,
}: {
  isPending: boolean;
  onReason: (comment: string) => void;
  onLeave: () => void;
}) {
  const t = useTranslations("coupons.words");
  const ui = useTranslations("ui");
  const options = REOPEN_REASONS.map((id) => ({ id, label: t(`reasons.${id}`) }));
  const reason = useReason({ isNeeded: true }, options);
  return (
    <Form
      noValidate
      className="grid gap-3 rounded-xl bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        reason.check((comment = "") => onReason(comment));
      }}
    >
      {reason.fieldsWith(null, isPending)}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t("reopen")}
        </Button>
        <Button onPress={onLeave}>{ui("cancel")}</Button>
      </div>
    </Form>
  );
}

/** Why the coupon cannot be used here; of a used one when and where, of an expired one since when. */
function CouponProblem({ coupon, isScanned }: { coupon: ShownCoupon; isScanned: boolean }) {
  const t = useTranslations("coupons.words");
  const inLanguage = useInLanguage();
  const nameOf = useNameOf();
  const { dateTime } = useAmounts();
  const { standing, problem, usedAt, usedBranch, validUntil, merchantName } = coupon;
  const words = (): ReactNode => {
    if (standing === "used" && usedAt !== null) {
      const time = dateTime(usedAt);
      return usedBranch ? t("usedWhere", { time, branch: nameOf(usedBranch) }) : t("usedWhen", { time });
    }
    if (standing === "lapsed" && validUntil !== null)
      return (
        <>
          {t("lapsedOn")} <Day value={validUntil} />
        </>
      );
    if (problem === "merchant" && merchantName !== null)
      return t("onlyFor", { merchant: inLanguage(merchantName) });
    return problem === null ? null : t(`problems.${problem}`);
  };
  const text = words();
  if (text === null) return null;
  return isScanned && standing !== "issued" ? (
    <Notice kind="warning" isAnnounced>
      {text}
    </Notice>
  ) : (
    <p className={standing === "issued" ? "text-sm text-warning" : "text-ink-soft text-sm"}>{text}</p>
  );
}

/** Text of the discount that the cashier takes off the bill by hand. */
function useOffText(): (coupon: Pick<ShownCoupon, "discountType" | "discount" | "worth">) => string {
  const t = useTranslations("coupons.words.off");
  const format = useFormatter();
  const { money } = useAmounts();
  return ({ discountType, discount, worth = null }) => {
    switch (discountType) {
      case 1: {
        const percent = format.number(discount / 100, { style: "percent" });
        return worth === null
          ? t("percent", { percent })
          : t("percentAtMost", { percent, money: money(worth) });
      }
      case 2:
        return t("amount", { money: money(discount) });
      case 3:
        return t("item");
      case 4:
        return t("pair");
      case 5:
        return t("times", { times: discount });
      case 6:
        return t("price", { money: money(discount) });
    }
  };
}
