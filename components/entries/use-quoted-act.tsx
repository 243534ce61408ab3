"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ApprovalDialog, type AskedMovement } from "@/components/approvals/approval-dialog";
import { outdate } from "@/components/kit/query";
import type { OperationFacts, OperationRequest } from "@/components/operations/record";
import { type OperationHandle, useOperation } from "@/components/operations/use-operation";
import { useQuote } from "@/components/wallet/use-wallet";
import type { Posted, Quote, QuoteRequest, TillOperation } from "@/lib/areas/till/schemas";

type Name = Exclude<TillOperation, "reward">;

export interface QuotedAct<Act extends Name = Name> extends Pick<OperationHandle<Act>, "state" | "retry"> {
  quote: ReturnType<typeof useQuote>;
  /** The quote that may be confirmed: of exactly the form's content, and of this moment. */
  quoted: Exclude<Quote, { outcome: "refused" }> | null;
  /** A second person has to approve it first. */
  isApprovalNeeded: boolean;
  /** Sent, and the outcome is not known yet. */
  isOnItsWay: boolean;
  /**
   * Sends the request at once, or asks for its approval first and then sends it; where it needs a PIN (`secret`), that is confirmed once
   * more. Does nothing without a quote.
   */
  confirm: (request: OperationRequest<Act>, secret?: Partial<OperationRequest<Act>>) => void;
  /** The dialog of the approval, while it is asked for. */
  approval: ReactNode;
}

/** An act on a wallet that is confirmed on its quote: quoted, approved where it passes limits, carried out once. */
export function useQuotedAct<Act extends Name>(
  name: Act,
  {
    asked,
    balance,
    facts,
    isRefusalNews = false,
    onSent,
    onDone,
  }: {
    /** Null while the form has nothing that could be quoted. */
    asked: QuoteRequest | null;
    balance: number;
    facts: OperationFacts;
    /** A refused quote means that the page shows an older state of entry and wallet. */
    isRefusalNews?: boolean;
    onSent?: () => void;
    onDone?: ((posted: Posted) => void) | undefined;
  },
): QuotedAct<Act> {
  const client = useQueryClient();
  const { state, retry, run } = useOperation(name, onDone === undefined ? {} : { onDone });
  const quote = useQuote(asked, balance);
  const [waiting, setWaiting] = useState<OperationRequest<Act> | null>(null);
  const [approved, setApproved] = useState<{ content: string; reference: string } | null>(null);
  const { data, error, isPlaceholderData } = quote;
  const isCurrent = data !== undefined && error === null && !isPlaceholderData;
  const quoted = isCurrent && data.outcome !== "refused" ? data : null;
  const isOnItsWay = state.status === "running" || state.status === "unknown";
  const isRefused = state.status === "refused" || (isRefusalNews && data?.outcome === "refused");
  useEffect(() => {
    if (isRefused) void outdate(client, "wallets", "entries", "today");
  }, [isRefused, client]);
  const send = (
    request: OperationRequest<Act>,
    secret: Partial<OperationRequest<Act>>,
    reference?: string,
  ) => {
    setApproved(null);
    run({ ...request, ...secret }, facts, reference);
    onSent?.();
  };
  const needsPin = quoted?.isPinRequired === true;
  return {
    ...{ state, retry, quote, quoted, isOnItsWay },
    isApprovalNeeded: quoted?.outcome === "approval" && approved === null,
    confirm: (request, secret = {}) => {
      if (isOnItsWay || quoted === null) return;
      if (quoted.outcome !== "approval") send(request, secret);
      else if (approved?.content === JSON.stringify(request)) send(request, secret, approved.reference);
      else setWaiting(request);
    },
    approval: waiting !== null && quoted?.outcome === "approval" && (
      <ApprovalDialog
        asked={{ operation: name, request: waiting } as unknown as AskedMovement}
        limits={quoted.limits}
        onApproved={(reference) => {
          setWaiting(null);
          // A PIN is typed after the approval: nothing keeps one meanwhile.
          if (needsPin) setApproved({ content: JSON.stringify(waiting), reference });
          else send(waiting, {}, reference);
        }}
        onClose={() => setWaiting(null)}
      />
    ),
  };
}
