"use client";

import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { newReference } from "@/components/kit/reference";
import { Refusal } from "@/components/kit/refusal";
import { useInLanguage } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { useAmounts } from "@/components/wallet/use-amounts";
import { approvals as api } from "@/lib/areas/approvals/contract";
import type { PassedLimit, SettleRequest } from "@/lib/areas/till/schemas";
import { isHeld } from "@/lib/areas/till/words";
import { LimitFacts } from "./limit-facts";
import { POLL_SECONDS } from "./poll";
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
  const approval = useApproval(asked, onApproved);
  const isReview = isHeld(limits);
  const { state } = approval;
  return (
    <Dialog size="small" onClose={onClose} title={t(isReview ? "review.title" : "title")}>
      <LimitFacts limits={limits} />
      {state === "refused" || state === "expired" ? (
        <Over {...{ approval, isReview, onClose }} />
      ) : (
        <>
          {isReview && <p className="mt-4">{t("review.lead")}</p>}
          {isReview ? <Refusal className="mt-4" error={approval.problem} /> : <Here approval={approval} />}
          <Elsewhere {...{ approval, isReview }} />
        </>
      )}
    </Dialog>
  );
}

type Approval = ReturnType<typeof useApproval>;

/** Asks for an approval once, follows what becomes of it, and proves a colleague's presence. */
function useApproval(asked: AskedMovement, onApproved: (reference: string) => void) {
  const [reference, setReference] = useState(newReference);
  const [approvalId, setApprovalId] = useState<number | null>(null);
  const asking = useSend(api.ask);
  const here = useSend(api.approveHere);
  const { data } = useQuery({
    ...ask(
      api.asked,
      { params: { approvalId: approvalId ?? 0 } },
      {
        staleTime: 0,
        gcTime: 0,
        follows: ({ data }) => (data?.state ?? "pending") === "pending" && POLL_SECONDS,
      },
    ),
    enabled: approvalId !== null,
  });
  const state = approvalId === null ? null : (here.data?.state ?? data?.state ?? "pending");
  const isApproved = state === "approved";
  const tell = useEffectEvent(onApproved);
  useEffect(() => {
    if (isApproved) tell(reference);
  }, [isApproved, reference]);
  const request = async (): Promise<number> => {
    if (approvalId !== null) return approvalId;
    const body = { ...asked, request: { ...asked.request, reference } } as SettleRequest;
    const { id } = await asking.mutateAsync({ body });
    setApprovalId(id);
    return id;
  };
  return {
    data,
    state,
    isAsked: approvalId !== null,
    isAsking: asking.isPending,
    isProving: here.isPending || isApproved,
    problem: here.error ?? asking.error,
    pinProblem: here.error?.fields?.pin,
    request,
    prove: async (proof: StaffProofValues) =>
      here.mutateAsync({ params: { approvalId: await request() }, body: proof }),
    askAgain: () => {
      setReference(newReference());
      setApprovalId(null);
      asking.reset();
      here.reset();
    },
  };
}

interface PartProps {
  approval: Approval;
  isReview: boolean;
}

/** Nobody approved: the answer, and the way to ask anew. */
function Over({
  approval: { state, data, askAgain },
  isReview,
  onClose,
}: PartProps & { onClose: () => void }) {
  const t = useTranslations("approvals");
  const ui = useTranslations("ui");
  return (
    <>
      <Notice kind="danger" isAnnounced className="mt-4">
        {state === "refused"
          ? t("refusedBy", { name: data?.decidedBy ?? "" })
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
  );
}

/** A colleague approves at this till. */
function Here({ approval: { isAsking, isProving, problem, pinProblem, prove } }: { approval: Approval }) {
  const t = useTranslations("approvals");
  const inLanguage = useInLanguage();
  const [proof, setProof] = useState<StaffProofValues>({ username: "", pin: "" });
  const submit = () => {
    if (isAsking || isProving) return;
    // The dialog says why it was refused.
    prove(proof).catch(() => setProof((before) => ({ ...before, pin: "" })));
  };
  return (
    <div className="mt-4 grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold">{t("here")}</h3>
      <p className="text-ink-soft text-sm">{t("hereLead")}</p>
      <StaffProof
        values={proof}
        labels={{ username: t("username"), pin: t("pin") }}
        pinProblem={pinProblem && inLanguage(pinProblem)}
        onChange={(changes) => setProof({ ...proof, ...changes })}
        onSubmit={submit}
      />
      <Refusal error={pinProblem ? null : problem} />
      <Button
        variant="primary"
        size="large"
        isPending={isProving}
        isDisabled={!isProofGiven(proof)}
        onPress={submit}
      >
        {t("approveHere")}
      </Button>
    </div>
  );
}

/** A colleague is asked, and decides at their own device. */
function Elsewhere({ approval: { data, isAsked, isAsking, isProving, request }, isReview }: PartProps) {
  const t = useTranslations("approvals");
  const { time } = useAmounts();
  const [isWaiting, setWaiting] = useState(false);
  return (
    <div className="mt-4 grid gap-3 border-line border-t pt-4">
      {!isReview && <h3 className="font-semibold">{t("elsewhere")}</h3>}
      {isWaiting && isAsked ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
          {isReview ? t("review.waiting") : t("waiting", { time: data ? time(data.expiresAt) : "…" })}
        </p>
      ) : (
        <Button
          size="large"
          isPending={isAsking}
          isDisabled={isProving}
          onPress={() => {
            setWaiting(true);
            request().catch(() => setWaiting(false));
          }}
        >
          {t(isReview ? "review.ask" : "ask")}
        </Button>
      )}
    </div>
  );
}
