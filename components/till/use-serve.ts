"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { keys } from "@/components/kit/keys";
import type { OperationState } from "@/components/kit/operations/run";
import { useQueueReward } from "@/components/kit/operations/use-kept-operations";
import { useOperation } from "@/components/kit/operations/use-operation";
import { useConnection } from "@/components/kit/use-connection";
import { quoteQuery, useQuote } from "@/components/wallets/queries";
import {
  type Posted,
  type Quote,
  type QuoteRequest,
  type TillWallet,
  VALUE_MAX,
} from "@/lib/areas/till/schemas";
import type { ServeDraft } from "./serve-draft";

/** Typing goes on while the quote waits this long. */
const QUOTE_AFTER_MS = 150;
/** A second Enter sooner than this is the first one's bounce, not a second decision. */
const DECISION_MS_MIN = 500;
const PIN_CODES = ["1310", "1311", "1312"];

type ServeRequest = Extract<QuoteRequest, { operation: ServeDraft["mode"] }>;

export interface Serve {
  state: OperationState;
  posted: Posted | null;
  /** For the amount as it is typed; null while there is none, or no connection to ask over. */
  quote: Quote | null;
  isQuoteWaiting: boolean;
  /** Why nothing could be found out or kept, in words. */
  problem: PortalError | null;
  isConnected: boolean;
  /** The same was just done: it takes a second decision. */
  isSecondAsked: boolean;
  isPinAsked: boolean;
  confirm(): void;
  confirmWithPin(pin: string): void;
  leavePin(): void;
  askNow(): void;
  /** Ready for something else for the same customer. */
  again(): void;
}

/** Whether a typed amount is one. */
export function isAmount(value: number | null | undefined): value is number {
  return typeof value === "number" && value >= 1 && value <= VALUE_MAX;
}

/** What is wrong with a typed amount, in words. `isAsked` once it was to be confirmed: then an empty one is wrong too. */
export function useAmountProblem(value: number | null | undefined, isAsked: boolean): string | undefined {
  const t = useTranslations("till.serve");
  if (value === undefined) return t("whole");
  if (value === null) return isAsked ? t("missing") : undefined;
  return isAmount(value) ? undefined : t("range", { max: VALUE_MAX });
}

/**
 * Serves one customer at one branch: quotes what is typed, and carries out what is confirmed, once. Every decision is made
 * on a quote for exactly what is confirmed, and confirming twice is confirming once.
 */
export function useServe({
  wallet,
  branchId,
  draft,
  isHeld,
  onQueued,
}: {
  wallet: TillWallet;
  branchId: number;
  draft: ServeDraft;
  /** True while another customer is being looked up: nothing is confirmed for this one any more. */
  isHeld: boolean;
  onQueued: (value: number, sequence: number) => void;
}): Serve {
  const client = useQueryClient();
  const isConnected = useConnection();
  const queueReward = useQueueReward();
  const reward = useOperation("reward");
  const redeem = useOperation("redeem");
  const { mode, value, invoiceNumber } = draft;
  const operation = mode === "reward" ? reward : redeem;
  const { state } = operation;
  const { walletCode, balance } = wallet;
  const request = useMemo<ServeRequest | null>(
    () => (isAmount(value) ? { operation: mode, branchId, walletCode, value } : null),
    [mode, branchId, walletCode, value],
  );
  const settled = useSettled(request, QUOTE_AFTER_MS);
  const isCurrent = settled === request && request !== null;
  // Once it is done there is nothing to ask about, although the balance is another one.
  const quote = useQuote(isConnected && state.status !== "done" ? settled : null, balance);
  const [failure, setFailure] = useState<{ request: ServeRequest; error: PortalError } | null>(null);
  const [second, setSecond] = useState<{ request: ServeRequest; askedAt: number } | null>(null);
  const [pinRequest, setPinRequest] = useState<ServeRequest | null>(null);
  const isDeciding = useRef(false);

  const refusal = state.status === "refused" ? state.error : null;
  // Whatever was refused, the wallet may not be what it was.
  useEffect(() => {
    if (refusal !== null) void client.invalidateQueries({ queryKey: keys.wallets.all });
  }, [refusal, client]);
  // A refusal is about what was confirmed, not about what is being typed now.
  const [refusedRequest, setRefusedRequest] = useState<ServeRequest | null>(null);
  const isRefused = refusal !== null && refusedRequest === request;
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = isHeld;
    return () => {
      isGone.current = true;
    };
  }, [isHeld]);

  const start = ({ value }: ServeRequest, pin?: string) => {
    setRefusedRequest(request);
    const invoice = invoiceNumber.trim();
    const fields = { branchId, walletCode, value, ...(invoice !== "" && { invoiceNumber: invoice }) };
    const facts = { walletId: wallet.id, walletName: wallet.profile.name };
    if (mode === "reward") reward.run(fields, facts);
    else redeem.run({ ...fields, ...(pin !== undefined && { pin }) }, facts);
  };
  const queue = async (value: number) => {
    const invoice = invoiceNumber.trim();
    const sequence = await queueReward(
      { branchId, walletCode, value, ...(invoice !== "" && { invoiceNumber: invoice }) },
      { walletId: wallet.id, walletName: wallet.profile.name },
    );
    onQueued(value, sequence);
  };
  const decide = async (request: ServeRequest) => {
    setFailure(null);
    if (!isConnected) return mode === "reward" ? queue(request.value) : undefined;
    const outcome = await client.fetchQuery(quoteQuery(request, balance));
    // Somebody else's card may have been scanned meanwhile.
    if (outcome.outcome === "refused" || isGone.current) return;
    const now = performance.now();
    if (outcome.sameJustNowAt !== null && second?.request !== request)
      return setSecond({ request, askedAt: now });
    if (second?.request === request && now - second.askedAt < DECISION_MS_MIN) return;
    if (mode === "redeem" && outcome.isPinRequired) return setPinRequest(request);
    start(request);
  };
  const confirm = async () => {
    const isFree = state.status === "idle" || state.status === "refused";
    if (isDeciding.current || isHeld || !isFree || request === null) return;
    isDeciding.current = true;
    try {
      await decide(request);
    } catch (thrown) {
      const error = toPortalError(thrown);
      // The password is asked for over the page; what was typed is still there afterwards.
      if (error.code !== "unauthenticated") setFailure({ request, error });
    } finally {
      isDeciding.current = false;
    }
  };

  const isPinRefused = isRefused && PIN_CODES.includes(refusal.code);
  const isPinBusy = state.status === "idle" || state.status === "running" || isPinRefused;
  return {
    state,
    posted: state.status === "done" ? state.posted : null,
    quote: request === null || !isConnected ? null : (quote.data ?? null),
    isQuoteWaiting:
      isConnected && request !== null && (!isCurrent || quote.isPlaceholderData || quote.isPending),
    problem:
      failure?.request === request ? (failure?.error ?? null) : isRefused && !isPinRefused ? refusal : null,
    isConnected,
    isSecondAsked: second !== null && second.request === request,
    isPinAsked: pinRequest !== null && pinRequest === request && isPinBusy,
    confirm: () => void confirm(),
    confirmWithPin: (pin) => {
      if (request !== null && pinRequest === request) start(request, pin);
    },
    leavePin: () => {
      setPinRequest(null);
      setRefusedRequest(null);
    },
    askNow: operation.retry,
    again: () => {
      reward.reset();
      redeem.reset();
      setSecond(null);
      setPinRequest(null);
    },
  };
}

/** The value once it has not changed for a while; null at once, since then there is nothing to wait for. */
function useSettled<Value>(value: Value | null, milliseconds: number): Value | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
