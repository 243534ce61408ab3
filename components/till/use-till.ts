"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { isConnected } from "@/components/kit/connection";
import { type PortalError, toPortalError } from "@/components/kit/error";
import { useLookup } from "@/components/wallets/queries";
import type { LookupAnswer, WalletCandidate } from "@/lib/areas/till/schemas";
import { EMPTY_DRAFT, type ServeDraft } from "./serve-draft";

/** What the till shows below its box. */
export type TillStage =
  | { name: "ready" }
  | { name: "candidates"; candidates: readonly WalletCandidate[] }
  | { name: "wallet"; walletId: number }
  /** The service cannot be reached, so nobody knows whose code it is. */
  | { name: "offline"; code: string }
  | { name: "queued"; customer: string; value: number; sequence: number };

/** How far it has come with the customer of the stage: nothing confirmed yet, on its way, or done. */
export type ServeProgress = "open" | "running" | "done";

function isSameCustomer(one: TillStage, other: TillStage): boolean {
  if (one.name === "wallet" && other.name === "wallet") return one.walletId === other.walletId;
  return one.name === "offline" && other.name === "offline" && one.code === other.code;
}

/** A second Enter sooner than this was not meant for what has only just appeared. */
const SEEN_MS_MIN = 500;

/**
 * Who is at the counter: what was scanned or typed, what was found, and what is being typed for them. A new customer
 * replaces the one before only when found, and the one before can no longer be served from the moment of the scan.
 */
export function useTill() {
  const router = useRouter();
  const lookup = useLookup();
  const [stage, setStage] = useState<TillStage>({ name: "ready" });
  /** Counts the customers, so that nothing of one is left for the next, even of the same wallet. */
  const [serving, setServing] = useState(0);
  const [draft, setDraft] = useState<ServeDraft>(EMPTY_DRAFT);
  const [text, setText] = useState("");
  const [error, setError] = useState<PortalError | "empty" | null>(null);
  const [isFinished, setFinished] = useState(false);
  /** Beside the state, for look-ups: what they find is shown much later than they were begun. */
  const progress = useRef<ServeProgress>("open");
  const finishedAt = useRef(0);

  const onProgress = useCallback((reached: ServeProgress) => {
    progress.current = reached;
    setFinished(reached === "done");
    if (reached === "done") finishedAt.current = performance.now();
  }, []);
  const show = (next: TillStage) => {
    const isSame = progress.current !== "done" && isSameCustomer(stage, next);
    setText("");
    setError(null);
    setStage(next);
    if (isSame) return;
    // What was confirmed for one customer is no bill of the next one.
    if (progress.current !== "open") setDraft(EMPTY_DRAFT);
    onProgress("open");
    setServing((count) => count + 1);
  };
  /** Without a connection there are rewards only, and what somebody wanted to pay is no bill. */
  const showOffline = (code: string) => {
    show({ name: "offline", code });
    setDraft((draft) => (draft.mode === "reward" ? draft : EMPTY_DRAFT));
  };
  const onFound = (answer: LookupAnswer) => {
    if (answer.kind === "candidates") show({ name: "candidates", candidates: answer.candidates });
    else if (answer.kind === "wallet") show({ name: "wallet", walletId: answer.wallet.id });
    else router.push(`/wallets/${answer.wallet.id}?entry=${answer.entryId}`);
  };
  const find = (wanted: string) => {
    const code = wanted.trim();
    setError(null);
    if (!isConnected()) return showOffline(code);
    lookup.mutate(code, {
      onSuccess: onFound,
      onError: (thrown) => {
        const error = toPortalError(thrown);
        if (error.code === "offline") return showOffline(code);
        // Now that it is known to be no wallet's, nothing is kept for it.
        setStage((stage) => (stage.name === "offline" ? { name: "ready" } : stage));
        setText(code);
        // The password is asked for over the page; the code is still there afterwards.
        if (error.code !== "unauthenticated") setError(error);
      },
    });
  };
  const next = () => {
    show({ name: "ready" });
    setDraft(EMPTY_DRAFT);
  };
  return {
    stage,
    serving,
    draft,
    text,
    error,
    isFinished,
    isFinding: lookup.isPending,
    onProgress,
    onDraft: useCallback(
      (changes: Partial<ServeDraft>) => setDraft((draft) => ({ ...draft, ...changes })),
      [],
    ),
    onText: (text: string) => {
      setText(text);
      setError(null);
    },
    find,
    /** Enter in the box. */
    submit: () => {
      if (text.trim() !== "") return find(text);
      if (!isFinished) setError("empty");
      else if (performance.now() - finishedAt.current > SEEN_MS_MIN) next();
    },
    open: (walletId: number) => show({ name: "wallet", walletId }),
    queued: (customer: string, value: number, sequence: number) => {
      onProgress("done");
      setStage({ name: "queued", customer, value, sequence });
    },
    next,
  };
}
