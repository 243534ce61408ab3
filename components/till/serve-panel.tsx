"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { useShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { NumberField } from "@/components/ui/number-field";
import { Skeleton } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import type { PortalBranch } from "@/lib/areas/account/schemas";
import { type TillWallet, VALUE_MAX } from "@/lib/areas/till/schemas";
import { ModeSwitch, ShortcutHint } from "./mode-switch";
import { QuoteView } from "./quote-view";
import { RunningCard } from "./running-card";
import type { ServeDraft } from "./serve-draft";
import { INVOICE_FIELD } from "./till-fields";
import { isolated, useAmounts } from "./use-amounts";
import { isAmount, type Serve, useAmountProblem, useServe } from "./use-serve";
import type { ServeProgress } from "./use-till";

const loadPin = () => import("./pin-dialog");
const loadSuccess = () => import("./success-panel");
const PinDialog = lazy(async () => ({ default: (await loadPin()).PinDialog }));
const SuccessPanel = lazy(async () => ({ default: (await loadSuccess()).SuccessPanel }));

/** Each fetches something that is shown only after a confirmation, so that it is there even when the connection is not. */
export const SERVING_PARTS = [loadSuccess, loadPin, () => import("./undo-dialog")] as const;

export interface ServePanelProps {
  wallet: TillWallet;
  branch: PortalBranch;
  draft: ServeDraft;
  onDraft: (changes: Partial<ServeDraft>) => void;
  /** True while somebody else is being looked up. */
  isHeld: boolean;
  onProgress: (progress: ServeProgress) => void;
  /** A reward was kept for later: for whom, of what bill, and under which number on this device. */
  onQueued: (name: string | null, value: number, sequence: number) => void;
  onNext: () => void;
}

/** Everything that is done for one customer: what, how much, what comes of it, done. */
export function ServePanel(props: ServePanelProps) {
  const t = useTranslations("till.keys");
  const router = useRouter();
  const { wallet, branch, draft, onDraft, isHeld, onProgress, onQueued, onNext } = props;
  const serve = useServe({
    wallet,
    branchId: branch.id,
    draft,
    isHeld,
    onQueued: (value, sequence) => onQueued(wallet.profile.name, value, sequence),
  });
  const amountField = useRef<HTMLInputElement>(null);
  const isServed = serve.posted !== null;
  const isBusy = serve.state.status === "running" || serve.state.status === "unknown";
  const progress = isServed ? "done" : isBusy ? "running" : "open";
  useEffect(() => onProgress(progress), [progress, onProgress]);
  const isOutcomeShown = isServed || (isBusy && !serve.isPinAsked);
  useEffect(() => {
    // Where everything stands in one column, what comes of it stands first.
    if (isOutcomeShown) window.scrollTo({ top: 0 });
  }, [isOutcomeShown]);
  const choose = (mode: ServeDraft["mode"]) => {
    if (isBusy) return;
    if (isServed) serve.again();
    onDraft({ mode, ...(isServed && { value: null, invoiceNumber: "" }) });
    amountField.current?.focus();
  };
  const reverse = () => router.push(`/wallets/${wallet.id}`);
  useShortcut({ keys: ["F2"], label: t("reward"), onUse: () => choose("reward"), isForTyping: true });
  useShortcut({ keys: ["F4"], label: t("redeem"), onUse: () => choose("redeem"), isForTyping: true });
  if (serve.posted !== null)
    return (
      <Suspense fallback={<Skeleton className="h-80 w-full max-lg:order-first" />}>
        <SuccessPanel
          posted={serve.posted}
          branchId={branch.id}
          onNext={onNext}
          onMore={() => choose(draft.mode)}
        />
      </Suspense>
    );
  if (isOutcomeShown) return <RunningCard state={serve.state} onAsk={serve.askNow} onNext={onNext} />;
  return (
    <section className="grid gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:gap-5 sm:p-6">
      <ModeSwitch mode={draft.mode} onChange={choose} onReverse={reverse} />
      <ReverseKey onUse={reverse} />
      <AmountForm {...props} serve={serve} amountField={amountField} />
      <Suspense>
        {serve.isPinAsked && (
          <PinDialog
            wallet={wallet}
            value={draft.value ?? 0}
            points={serve.quote?.outcome === "possible" ? Math.abs(serve.quote.points) : null}
            state={serve.state}
            onSubmit={serve.confirmWithPin}
            onClose={serve.leavePin}
          />
        )}
      </Suspense>
    </section>
  );
}

/** After an operation the same key undoes it: see SuccessPanel. */
function ReverseKey({ onUse }: { onUse: () => void }) {
  const t = useTranslations("till.keys");
  useShortcut({ keys: ["F8"], label: t("reverse"), onUse, isForTyping: true });
  return null;
}

function AmountForm({
  wallet,
  branch,
  draft,
  onDraft,
  serve,
  amountField,
}: ServePanelProps & { serve: Serve; amountField: React.RefObject<HTMLInputElement | null> }) {
  const t = useTranslations("till");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const { mode, value, invoiceNumber } = draft;
  const { quote, isConnected } = serve;
  const [isAsked, setAsked] = useState(false);
  const amountProblem = useAmountProblem(value, isAsked);
  const { money } = useAmounts();
  const { maxValue } = wallet.usable;
  return (
    <form
      className="grid gap-4"
      // Enter held down is Enter pressed once.
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.repeat) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (isAmount(value)) serve.confirm();
        else amountField.current?.focus();
      }}
    >
      <NumberField
        label={t(mode === "reward" ? "serve.rewardAmount" : "serve.redeemAmount")}
        value={value}
        onChange={(value) => {
          setAsked(false);
          onDraft({ value });
        }}
        errorMessage={amountProblem}
        unit={t("serve.currency")}
        inputRef={amountField}
        name="amount"
        isLarge
        autoFocus
      />
      {mode === "redeem" && maxValue > 0 && (
        <Button
          size="small"
          className="-mt-1 justify-self-start"
          onPress={() => {
            onDraft({ value: Math.min(maxValue, VALUE_MAX) });
            amountField.current?.focus();
          }}
        >
          {t("serve.max", { money: money(maxValue) })}
        </Button>
      )}
      {isConnected && <QuoteView quote={quote} mode={mode} isWaiting={serve.isQuoteWaiting} />}
      {!isConnected && (
        <Notice kind="warning" isAnnounced>
          {t(mode === "reward" ? "quote.offline" : "quote.offlineRedeem")}
        </Notice>
      )}
      {serve.problem && (
        <Notice kind="danger" isAnnounced>
          {textOf(serve.problem)}
        </Notice>
      )}
      <TextField
        label={t("serve.invoice")}
        description={t("serve.invoiceHint")}
        value={invoiceNumber}
        onChange={(invoiceNumber) => onDraft({ invoiceNumber })}
        name={INVOICE_FIELD}
        maxLength={64}
        autoComplete="off"
        isCode
      />
      <div>
        <ConfirmButton mode={mode} serve={serve} />
        <p className="mt-2 text-center text-ink-soft text-sm">
          {t("branch.at", { branch: isolated(inLanguage({ en: branch.nameEn, ar: branch.nameAr })) })}
        </p>
      </div>
    </form>
  );
}

function ConfirmButton({
  mode,
  serve: { quote, isConnected, isSecondAsked, isQuoteWaiting },
}: {
  mode: ServeDraft["mode"];
  serve: Serve;
}) {
  const t = useTranslations("till.serve");
  const { points } = useAmounts();
  const isReward = mode === "reward";
  const isPossible = quote?.outcome === "possible" && !isQuoteWaiting;
  const text = () => {
    if (!isConnected && isReward) return t("queue");
    if (isSecondAsked) return t("confirmAgain");
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
      isDisabled={(!isConnected && !isReward) || (quote?.outcome === "refused" && !isQuoteWaiting)}
    >
      {text()}
      <ShortcutHint>Enter</ShortcutHint>
    </Button>
  );
}
