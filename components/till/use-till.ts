"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import type { LookupAnswer, WalletCandidate } from "@/lib/contract/portal/till";
import { isConnected } from "@/lib/portal/connection";
import { type PortalError, toPortalError } from "@/lib/portal/error";
import { useLookup } from "@/lib/portal/use-wallet";
import { EMPTY_DRAFT, type ServeDraft } from "./serve-draft";

/** What the till shows below its box. */
export type TillStage =
  | { name: "ready" }
  | { name: "candidates"; candidates: readonly WalletCandidate[] }
  | { name: "wallet"; walletId: number }
  /** The service cannot be reached, so nobody knows whose code it is. */
  | { name: "offline"; code: string }
  | { name: "queued"; customer: string; value: number };

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
  const [isServed, setServed] = useState(false);
  const finishedAt = useRef(0);
  const isFinished = isServed || stage.name === "queued";

  const show = (next: TillStage) => {
    const isSame =
      !isFinished && stage.name === "wallet" && next.name === "wallet" && stage.walletId === next.walletId;
    setText("");
    setError(null);
    if (isFinished) setDraft(EMPTY_DRAFT);
    setServed(false);
    setStage(next);
    if (!isSame) setServing((count) => count + 1);
  };
  const onServed = useCallback((served: boolean) => {
    setServed(served);
    if (served) finishedAt.current = performance.now();
  }, []);
  const onFound = (answer: LookupAnswer) => {
    if (answer.kind === "candidates") show({ name: "candidates", candidates: answer.candidates });
    else if (answer.kind === "wallet") show({ name: "wallet", walletId: answer.wallet.id });
    else router.push(`/wallets/${answer.wallet.id}?entry=${answer.entryId}`);
  };
  const find = (wanted: string) => {
    const code = wanted.trim();
    setError(null);
    if (!isConnected()) return show({ name: "offline", code });
    lookup.mutate(code, {
      onSuccess: onFound,
      onError: (thrown) => {
        const error = toPortalError(thrown);
        if (error.code === "offline") return show({ name: "offline", code });
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
    onServed,
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
    queued: (customer: string, value: number) => {
      finishedAt.current = performance.now();
      setStage({ name: "queued", customer, value });
    },
    next,
  };
}
