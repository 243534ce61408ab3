"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Refusal } from "@/components/kit/refusal";
import { useConnection } from "@/components/kit/use-connection";
import { useShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { markWholeSoon } from "@/components/ui/mark-whole";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { PayingLine } from "@/components/wallet/family-line";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import type { Quote } from "@/lib/areas/till/schemas";
import { isHeld, VALUE_MAX } from "@/lib/areas/till/words";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { BillForm } from "./bill-fields";
import { movementOf } from "./bill-of";
import { BillParts } from "./bill-parts";
import { ChoosePin } from "./choose-pin";
import { useShown } from "./display";
import { JoinPanel, needsToJoin } from "./join-panel";
import { ModeSwitch } from "./mode-switch";
import { QuoteView } from "./quote-view";
import { RunningCard } from "./running-card";
import { hasParts, type ServeDraft } from "./serve-draft";
import { ShortcutHint } from "./shortcut-hint";
import { shownToCustomer } from "./shown-to-customer";
import { isKept, isRefused } from "./till-serving";
import { isSecondAsked } from "./till-state";
import { useBackCloses } from "./use-back-closes";
import type { Till } from "./use-till";
import { useTrueMaximum, useTypedQuote } from "./use-typed-quote";

const ApprovalDialog = lazyPart(
  async () => (await import("@/components/approvals/approval-dialog")).ApprovalDialog,
);
const loadPin = () => import("./pin-dialog");
const loadSuccess = () => import("./success-panel");
const PinDialog = lazyPart(async () => (await loadPin()).PinDialog);
const SuccessPanel = lazyPart(async () => (await loadSuccess()).SuccessPanel, {
  whileLoading: <Skeleton className="h-80 w-full max-lg:order-first cramped:order-none" />,
});

/** Each fetches something that is shown only after a confirmation, so that it is there even when the connection is not. */
export const SERVING_PARTS = [
  loadSuccess,
  loadPin,
  () => import("@/components/entries/cancel-dialog"),
] as const;

export interface ServePanelProps {
  wallet: TillWallet;
  till: Till;
  branch: PortalBranch;
  amountField: RefObject<HTMLInputElement | null>;
  onNext: () => void;
}

/** Everything that is done for one customer: what, how much, what comes of it, done. */
export function ServePanel(props: ServePanelProps) {
  const t = useTranslations("till.keys");
  const { wallet, till, branch, amountField, onNext } = props;
  const { state, send } = till;
  const { draft, serving } = state;
  const isConnected = useConnection();
  const isOff = (mode: ServeDraft["mode"]) => wallet.refusals[mode] !== null;
  // Once it is done there is nothing to ask about, although the balance is another one.
  const isAsked = isConnected && serving.phase !== "done" && !isOff(draft.mode);
  const typed = useTypedQuote(draft, { branchId: branch.id, wallet, isAsked });
  useShown(shownToCustomer(state, { quote: typed.quote, wallet }));
  const running = serving.phase === "running" ? serving : null;
  const isPinShown = serving.phase === "pin" || (running?.isPinShown && running.state.status === "running");
  useBackCloses(serving.phase === "pin", () => send({ type: "pinLeft" }));
  const choose = (mode: ServeDraft["mode"]) => {
    // A finished operation makes room for the next one.
    if (isOff(mode) && serving.phase !== "done") return;
    send({ type: "modeChosen", mode });
    if (running === null) markWhole(amountField);
  };
  useShortcut({ keys: ["F2"], label: t("reward"), onUse: () => choose("reward"), isForTyping: true });
  useShortcut({ keys: ["F4"], label: t("redeem"), onUse: () => choose("redeem"), isForTyping: true });
  if (serving.phase === "done")
    return (
      <SuccessPanel
        posted={serving.posted}
        branch={branch}
        onNext={onNext}
        onMore={() => choose("reward")}
        onReverse={(entryId) => send({ type: "sheetOpened", entryId })}
      />
    );
  if (running !== null && !isPinShown)
    return <RunningCard state={running.state} onAsk={till.askNow} onNext={onNext} />;
  return (
    <section className="grid gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:gap-5 sm:p-6 short:gap-3 short:p-4">
      {needsToJoin(wallet) && <JoinPanel {...{ wallet, amountField }} branchId={branch.id} />}
      <ModeSwitch
        mode={draft.mode}
        refusals={wallet.refusals}
        alerts={wallet.alerts}
        onChange={choose}
        onReverse={() => send({ type: "sheetOpened" })}
      />
      <ChoosePin
        wallet={wallet}
        isOffered={(draft.mode === "redeem" || draft.pays !== null) && !isOff("redeem")}
      />
      {!isOff(draft.mode) && <AmountForm {...props} {...typed} isConnected={isConnected} />}
      {serving.phase === "approval" && (
        <ApprovalDialog
          asked={movementOf(serving.confirmed)}
          limits={serving.limits}
          onApproved={(reference) => send({ type: "approved", reference })}
          onClose={() => send({ type: "approvalLeft" })}
        />
      )}
      {isPinShown && (
        <PinDialog
          wallet={wallet}
          {...paymentOf(state, typed.quote)}
          running={running?.state ?? null}
          refusal={serving.phase === "pin" ? serving.refusal : null}
          onSubmit={(pin) => send({ type: "pinGiven", pin })}
          onClose={() => send({ type: "pinLeft" })}
        />
      )}
    </section>
  );
}

/** The sum for which the PIN is asked, and its points: of a bill what points pay of it. Null: not quoted yet. */
function paymentOf({ draft, serving }: Till["state"], quote: Quote | null) {
  const possible = quote?.outcome === "possible" ? quote : null;
  if (!hasParts(draft)) return { value: draft.value ?? 0, points: possible && Math.abs(possible.points) };
  const paid = "confirmed" in serving ? serving.confirmed.paid : undefined;
  return { value: paid ?? draft.value ?? 0, points: null };
}

/** An amount of another meaning is typed over. */
function markWhole(field: RefObject<HTMLInputElement | null>): void {
  field.current?.focus();
  field.current?.select();
  markWholeSoon(() => field.current);
}

type TypedQuote = ReturnType<typeof useTypedQuote> & { isConnected: boolean };

function AmountForm({
  wallet,
  till,
  branch,
  amountField,
  isConnected,
  ...typed
}: ServePanelProps & TypedQuote) {
  const t = useTranslations("till");
  const { state, send } = till;
  const { draft } = state;
  const { mode } = draft;
  const { quote, isWaiting, quoteError } = typed;
  // Without a connection, and without a session, the page says so itself.
  const notQuoted = isConnected && quoteError?.code !== "unauthenticated" ? quoteError : null;
  const problem = (state.serving.phase === "open" ? state.serving.problem : null) ?? notQuoted;
  const { id, walletCode, balance, profile } = wallet;
  const served = { id, walletCode, balance, name: profile.name };
  return (
    <BillForm
      {...{ till, amountField }}
      label={t(mode === "reward" ? "serve.rewardAmount" : "serve.redeemAmount")}
      onConfirm={(atMs) => {
        if (quoteError !== null) typed.askAgain();
        send({ type: "confirmed", branchId: branch.id, wallet: served, atMs });
      }}
      beforeBar={
        mode === "redeem" ? (
          <WholeBalance {...{ wallet, till, branch, amountField, isConnected }} />
        ) : (
          (isConnected || hasParts(draft)) && (
            <BillParts
              {...{ wallet, draft }}
              branchId={branch.id}
              scanned={state.stage.name === "wallet" ? state.stage.coupon : undefined}
              leftOut={(quote?.outcome === "possible" && quote.bill?.leftOut) || []}
              onEdit={(changes) => send({ type: "edited", changes })}
            />
          )
        )
      }
      barClassName="-mx-4 -mb-4 grid gap-3 rounded-b-2xl px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pt-4 sm:pb-6 short:-mx-4 short:-mb-4 short:px-4 short:py-3"
    >
      {(mode === "redeem" || draft.pays !== null) && <PayingLine wallet={wallet} />}
      {isConnected ? (
        <QuoteView {...{ quote, mode, isWaiting }} hasPin={wallet.pin.state !== "none"} />
      ) : (
        <Notice kind="warning" isAnnounced>
          {t(offlineText(draft))}
        </Notice>
      )}
      <Refusal error={problem} />
      <ConfirmButton {...{ draft, quote, isWaiting, isConnected }} isSecondAsked={isSecondAsked(state)} />
    </BillForm>
  );
}

function offlineText(draft: ServeDraft) {
  if (isKept(draft)) return "quote.offline";
  return draft.mode === "redeem" ? "quote.offlineRedeem" : "quote.offlineBill";
}

/** Takes as much as the wallet can pay. */
function WholeBalance({
  wallet,
  till,
  branch,
  amountField,
  isConnected,
}: Omit<ServePanelProps, "onNext"> & { isConnected: boolean }) {
  const t = useTranslations("till.serve");
  const { money } = useAmounts();
  const quote = useTranslations("till.quote");
  const maxValue = useTrueMaximum(wallet, { branchId: branch.id, isAsked: isConnected });
  if (maxValue <= 0) return null;
  const isLess = maxValue < wallet.usable.maxValue;
  return (
    <div className="-mt-1 grid justify-items-start gap-1">
      <Button
        size="small"
        onPress={() => {
          till.send({ type: "edited", changes: { value: Math.min(maxValue, VALUE_MAX), code: null } });
          amountField.current?.focus();
        }}
      >
        {t("max", { money: money(maxValue) })}
      </Button>
      {isLess && (
        <p className="text-ink-soft text-sm">
          {quote(wallet.pin.state === "none" ? "noPin" : "chosenPin", { money: money(maxValue) })}
        </p>
      )}
    </div>
  );
}

function ConfirmButton({
  draft,
  isSecondAsked,
  quote,
  isWaiting,
  isConnected,
}: Pick<TypedQuote, "quote" | "isWaiting" | "isConnected"> & {
  draft: ServeDraft;
  isSecondAsked: boolean;
}) {
  const t = useTranslations("till.serve");
  const { money, points } = useAmounts();
  const isReward = draft.mode === "reward";
  const isQueued = !isConnected && isKept(draft);
  const isPossible = quote?.outcome === "possible" && !isWaiting;
  const text = () => {
    if (isQueued) return t("queue");
    if (isSecondAsked) return t("confirmAgain");
    if (quote?.outcome === "approval" && !isWaiting)
      return t(isHeld(quote.limits) ? "confirmReview" : "confirmApproval");
    if (isReward && hasParts(draft))
      return isPossible && quote.bill
        ? t("confirmBill", { money: money(quote.bill.payable) })
        : t("confirmPlainBill");
    if (!isPossible) return t(isReward ? "confirmPlainReward" : "confirmPlainRedeem");
    const values = { points: points(Math.abs(quote.points)) };
    return isReward ? t("confirmReward", values) : t("confirmRedeem", values);
  };
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      className="w-full"
      isDisabled={(!isConnected && !isQueued) || (quote !== null && isRefused(quote) && !isWaiting)}
    >
      {text()}
      <ShortcutHint>Enter</ShortcutHint>
    </Button>
  );
}
