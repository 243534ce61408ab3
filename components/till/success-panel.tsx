"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheckBig, PackageOpen, Ticket } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ActedLines } from "@/components/entries/acted-lines";
import { BillLines } from "@/components/entries/bill-lines";
import { ActionBar } from "@/components/kit/action-bar";
import { ask } from "@/components/kit/contract";
import { useInLanguage } from "@/components/kit/use-language";
import {
  PrintReceiptButton,
  ShareReceiptButton,
  usePrintReceipt,
} from "@/components/receipt/print-receipt-button";
import { useShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { Code, Day, Points } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { UndoIcon } from "@/components/ui/undo-icon";
import { useAmounts } from "@/components/wallet/use-amounts";
import { useWallet } from "@/components/wallet/use-wallet";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { entries as api } from "@/lib/areas/entries/contract";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import type { Posted } from "@/lib/areas/till/schemas";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { printedCouponNumber } from "@/lib/platform/coupon-number";
import { tellDisplay } from "./display";
import { ShortcutHint } from "./shortcut-hint";
import { shownDone } from "./shown-to-customer";

const CancelDialog = lazyPart(async () => (await import("@/components/entries/cancel-dialog")).CancelDialog);

interface SuccessPanelProps {
  posted: Posted;
  branch: PortalBranch;
  onNext: () => void;
  onMore: () => void;
  /** To refund, take back or void: this entry, or one that is still to be chosen. */
  onReverse: (entryId?: number) => void;
}

/** The operation is done: result, new balance, and next steps. The box above is already waiting for the next customer. */
export function SuccessPanel({ posted, branch, onNext, onMore, onReverse }: SuccessPanelProps) {
  const t = useTranslations("till");
  const [undone, setUndone] = useState<Posted | null>(null);
  const [isUndoing, setUndoing] = useState(false);
  const shown = undone ?? posted;
  useEffect(() => {
    if (undone !== null) tellDisplay(shownDone(undone, "void"));
  }, [undone]);
  // The entry's reversals since, where it was looked at; and the wallet's balance now.
  const looked = useQuery({ ...ask(api.read, { params: { entryId: posted.entry.id } }), enabled: false });
  const entry = looked.data?.entry ?? posted.entry;
  const wallet = useWallet(posted.wallet.id);
  const isUndone = undone !== null || entry.cancelledByEntryId !== null;
  const Mark = isUndone ? Ban : CircleCheckBig;
  return (
    <section className="rounded-2xl border-2 border-success bg-surface p-5 text-center shadow-card max-lg:order-first cramped:order-none sm:p-8 short:p-5">
      <div role="status">
        <Mark aria-hidden className="mx-auto size-14 text-success short:size-9 cramped:size-9" />
        <Headline posted={posted} isUndone={isUndone} />
        {!isUndone && posted.bill && <BillLines bill={posted.bill} className="mx-auto mt-3 max-w-sm" />}
        {!isUndone && (
          <ActedLines
            promotions={posted.promotions}
            points={movedPoints(posted.entry)}
            referralPoints={posted.entry.referralPoints}
            className="mx-auto mt-3 max-w-sm text-ink-soft"
          />
        )}
        {!isUndone && posted.coupon && <IssuedCoupon {...posted.coupon} />}
        <p className="mt-4 text-ink-soft short:mt-2">{t("done.balance")}</p>
        <Points
          value={wallet.data?.balance ?? shown.wallet.balance}
          isBare
          className="font-semibold text-6xl leading-tight short:text-5xl cramped:text-5xl"
        />
      </div>
      <p className="mt-1 text-ink-faint text-sm">
        {t("done.entry")} <Code>{String(shown.entry.id)}</Code>
      </p>
      <ActionBar className="-mx-5 mt-4 short:mt-2 cramped:top-[calc(var(--header)+4.5rem)] px-5 py-3 sm:-mx-8 sm:px-8 short:-mx-5 short:px-5">
        <Button variant="primary" size="large" className="w-full max-w-md" onPress={onNext}>
          {t("done.next")} <ShortcutHint>Enter</ShortcutHint>
        </Button>
      </ActionBar>
      <FurtherActs
        entry={entry}
        shownId={shown.entry.id}
        isUndone={isUndone}
        onUndo={() => setUndoing(true)}
        {...{ onMore, onReverse }}
      />
      {isUndoing && (
        <CancelDialog
          entry={entry}
          branch={branch}
          onDone={(cancelled) => {
            setUndone(cancelled);
            setUndoing(false);
          }}
          onClose={() => setUndoing(false)}
        />
      )}
    </section>
  );
}

/** Acts besides the next customer, and their keys. */
function FurtherActs({
  entry,
  shownId,
  isUndone,
  onUndo,
  onMore,
  onReverse,
}: Pick<SuccessPanelProps, "onMore" | "onReverse"> & {
  entry: PortalEntry;
  /** Of the entry on the receipt. */
  shownId: number;
  isUndone: boolean;
  onUndo: () => void;
}) {
  const t = useTranslations("till");
  const print = usePrintReceipt();
  const isUndoable = !isUndone && entry.cancellableUntil !== null;
  const part = entry.refundableUntil !== null ? "refund" : entry.returnableUntil !== null ? "return" : null;
  const undoOrReverse = () => (isUndoable ? onUndo() : onReverse());
  const f8 = t(isUndoable ? "done.undo" : "keys.reverse");
  useShortcut({ keys: ["F9"], label: t("keys.print"), onUse: () => void print(shownId), isForTyping: true });
  useShortcut({ keys: ["F8"], label: f8, onUse: undoOrReverse, isForTyping: true });
  const quiet = { size: "small", variant: "quiet" } as const;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-1">
      <PrintReceiptButton entryId={shownId} {...quiet} hint={<ShortcutHint>F9</ShortcutHint>} />
      <ShareReceiptButton entryId={shownId} {...quiet} />
      {isUndoable && (
        <Button {...quiet} icon={Ban} onPress={onUndo}>
          {t("done.undo")} <ShortcutHint>F8</ShortcutHint>
        </Button>
      )}
      {!isUndone && part !== null && (
        <Button
          {...quiet}
          icon={part === "refund" ? UndoIcon : PackageOpen}
          onPress={() => onReverse(entry.id)}
        >
          {t(`done.${part}`)}
        </Button>
      )}
      <Button {...quiet} onPress={onMore}>
        {t("done.more")}
      </Button>
    </div>
  );
}

/** The coupon that the customer takes home besides the points. The receipt has its number, to be scanned. */
function IssuedCoupon({ number, title }: NonNullable<Posted["coupon"]>) {
  const t = useTranslations("till.done");
  const inLanguage = useInLanguage();
  return (
    <p className="mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center justify-center gap-x-2 rounded-xl bg-accent-soft px-4 py-2 text-accent-soft-ink">
      <Ticket aria-hidden className="size-5 shrink-0" />
      <span>{t("coupon", { title: inLanguage(title) })}</span>
      <Code>{printedCouponNumber(number)}</Code>
    </p>
  );
}

function Headline({ posted: { entry }, isUndone }: { posted: Posted; isUndone: boolean }) {
  const t = useTranslations("till.done");
  const amounts = useAmounts();
  const points = amounts.points(Math.abs(movedPoints(entry)));
  if (isUndone)
    return (
      <>
        <h2 className="mt-3 font-semibold text-2xl">{t("cancel")}</h2>
        <p className="mt-1 text-ink-soft">{t("cancelDetail")}</p>
      </>
    );
  if (entry.logTypeId === LOG_TYPE.redemption)
    return (
      <>
        <h2 className="mt-3 font-semibold text-2xl">
          {t("redeemMoney", { money: amounts.money(entry.value) })}
        </h2>
        <p className="mt-1 text-ink-soft">{t("redeem", { points })}</p>
      </>
    );
  return (
    <>
      <h2 className="mt-3 font-semibold text-2xl">{t("reward", { points })}</h2>
      {entry.aside?.kind === "pending" && (
        <p className="mt-1 text-ink-soft">
          {t("pending")} <Day value={entry.aside.usableFrom} />
        </p>
      )}
      {entry.referralPoints > 0 && (
        <p className="mt-1 text-ink-soft">
          {t("referralBonus", { points: amounts.points(entry.referralPoints) })}
        </p>
      )}
    </>
  );
}
