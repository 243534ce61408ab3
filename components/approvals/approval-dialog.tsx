"use client";

import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { newReference } from "@/components/kit/reference";
import { useErrorText, useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { isolated, useAmounts } from "@/components/wallet/use-amounts";
import { approvals as api } from "@/lib/areas/approvals/contract";
import type { PassedLimit, SettleRequest } from "@/lib/areas/till/schemas";
import { isHeld } from "@/lib/areas/till/words";
import { LimitFacts } from "./limit-facts";
import { POLL_MS } from "./poll";
import { isProofGiven, StaffProof, type StaffProofValues } from "./staff-proof";

type Unreferenced<Asked> = Asked extends { request: infer Request }
  ? Omit<Asked, "request"> & { request: Omit<Request, "reference"> }
  : never;
/** A movement as it will be sent, but for its reference. */
export type AskedMovement = Unreferenced<SettleRequest>;

/**
 * A movement passes limits: a supervisor approves at this till with name and PIN, or is asked and decides elsewhere. One that is held for
 * review is looked at elsewhere only. `onApproved`
 * gets the reference under which exactly this movement is let through, once.
 */
export function ApprovalDialog({
  asked,
  limits,
  onApproved,
  onClose,
}: {
  asked: AskedMovement;
  limits: readonly PassedLimit[];
  onApproved: (reference: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations("approvals");
  const ui = useTranslations("ui");
  const inLanguage = useInLanguage();
  const { textOf } = useErrorText();
  const { time } = useAmounts();
  const [reference, setReference] = useState(newReference);
  const [approvalId, setApprovalId] = useState<number | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [proof, setProof] = useState<StaffProofValues>({ username: "", pin: "" });
  const asking = useSend(api.ask);
  const here = useSend(api.approveHere);
  const { data } = useQuery({
    ...ask(
      api.asked,
      { params: { approvalId: approvalId ?? 0 } },
      {
        staleTime: 0,
        gcTime: 0,
        refetchInterval: ({ state }) => ((state.data?.state ?? "pending") === "pending" ? POLL_MS : false),
      },
    ),
    enabled: approvalId !== null,
  });
  const state = approvalId === null ? null : (here.data?.state ?? data?.state ?? "pending");
  const isReview = isHeld(limits);
  const isApproved = state === "approved";
  const approved = useRef(onApproved);
  approved.current = onApproved;
  useEffect(() => {
    if (isApproved) approved.current(reference);
  }, [isApproved, reference]);
  const request = async (): Promise<number> => {
    if (approvalId !== null) return approvalId;
    const body = { ...asked, request: { ...asked.request, reference } } as SettleRequest;
    const { id } = await asking.mutateAsync({ body });
    setApprovalId(id);
    return id;
  };
  const approve = () =>
    request()
      .then((id) => here.mutateAsync({ params: { approvalId: id }, body: proof }))
      // The dialog says why.
      .catch(() => setProof((before) => ({ ...before, pin: "" })));
  const askAgain = () => {
    setReference(newReference());
    setApprovalId(null);
    setWaiting(false);
    asking.reset();
    here.reset();
  };
  const isOver = state === "refused" || state === "expired";
  const isBusy = asking.isPending || here.isPending || isApproved;
  const problem = here.error ?? asking.error;
  const pinProblem = here.error?.fields?.pin;
  return (
    <Dialog size="small" isOpen onOpenChange={onClose} title={t(isReview ? "review.title" : "title")}>
      <LimitFacts limits={limits} />
      {isOver ? (
        <>
          <Notice kind="danger" isAnnounced className="mt-4">
            {state === "refused"
              ? t("refusedBy", { name: isolated(data?.decidedBy ?? "") })
              : t(isReview ? "review.expired" : "expired")}
          </Notice>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button onPress={onClose}>{ui("close")}</Button>
            {(!isReview || state === "expired") && (
              <Button variant="primary" onPress={askAgain} autoFocus>
                {t("askAgain")}
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          {isReview && <p className="mt-4">{t("review.lead")}</p>}
          {!isReview && (
            <div className="mt-4 grid gap-3 border-line border-t pt-4">
              <h3 className="font-semibold">{t("here")}</h3>
              <p className="text-ink-soft text-sm">{t("hereLead")}</p>
              <StaffProof
                values={proof}
                labels={{ username: t("username"), pin: t("pin") }}
                pinProblem={pinProblem && inLanguage(pinProblem)}
                onChange={(changes) => setProof({ ...proof, ...changes })}
                onSubmit={() => {
                  if (!isBusy) void approve();
                }}
              />
              {problem && !pinProblem && (
                <Notice kind="danger" isAnnounced>
                  {textOf(problem)}
                </Notice>
              )}
              <Button
                variant="primary"
                size="large"
                isPending={here.isPending || isApproved}
                isDisabled={!isProofGiven(proof)}
                onPress={() => void approve()}
              >
                {t("approveHere")}
              </Button>
            </div>
          )}
          {isReview && problem && (
            <Notice kind="danger" isAnnounced className="mt-4">
              {textOf(problem)}
            </Notice>
          )}
          <div className="mt-4 grid gap-3 border-line border-t pt-4">
            {!isReview && <h3 className="font-semibold">{t("elsewhere")}</h3>}
            {isWaiting && approvalId !== null ? (
              <p role="status" className="flex items-center gap-2 text-ink-soft">
                <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
                {isReview ? t("review.waiting") : t("waiting", { time: data ? time(data.expiresAt) : "…" })}
              </p>
            ) : (
              <Button
                size="large"
                isPending={asking.isPending}
                isDisabled={here.isPending}
                onPress={() => {
                  setWaiting(true);
                  request().catch(() => setWaiting(false));
                }}
              >
                {t(isReview ? "review.ask" : "ask")}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}
