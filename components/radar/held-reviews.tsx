"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { LimitFacts } from "@/components/approvals/limit-facts";
import { ask, useSend } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText, useNameOf } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Code, DateTime, Money, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { TextArea } from "@/components/ui/text-area";
import { toast } from "@/components/ui/toast-queue";
import { radar as api } from "@/lib/areas/radar/contract";
import type { Review } from "@/lib/areas/radar/schemas";

/** A customer stands at the till and waits. */
const POLL_SECONDS = 5;
const NOTE_LENGTH_MAX = 1_000;

/** Movements that are held until a person has looked at them, and those of the last day that were. Nothing where there are none. */
export function HeldReviews() {
  const t = useTranslations("radar.held");
  const { textOf } = useErrorText();
  const { data, error } = useQuery(
    ask(api.reviews, {}, { follows: POLL_SECONDS, refetchOnWindowFocus: true }),
  );
  if (error !== null && data === undefined) return <Notice kind="danger">{textOf(error)}</Notice>;
  if (data === undefined || data.waiting.length + data.closed.length === 0) return null;
  return (
    <Card title={t("title")} description={t("lead")} className="mb-5">
      <div aria-live="polite" className="grid gap-4">
        {data.waiting.length === 0 && <p className="text-ink-soft">{t("none")}</p>}
        {data.waiting.map((review) => (
          <Waiting key={review.id} review={review} />
        ))}
      </div>
      {data.closed.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer font-medium">
            {t("closed", { count: data.closed.length })}
          </summary>
          <ul className="mt-3 grid gap-3">
            {data.closed.map((review) => (
              <li key={review.id} className="grid gap-1 border-line border-b pb-3">
                <What review={review} />
                <Outcome review={review} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function What({ review: { operation, points, value, wallet } }: { review: Review }) {
  const t = useTranslations("approvals.operations");
  return (
    <span className="font-medium">
      {t(operation)} · <Money value={value} /> · <Points value={points} /> · <bdi>{wallet.walletCode}</bdi>
    </span>
  );
}

function Outcome({ review: { state, askedBy, decidedBy, note, caseId, entryId } }: { review: Review }) {
  const t = useTranslations("radar.held");
  return (
    <span className="text-ink-soft text-sm">
      <bdi>{askedBy.name}</bdi> · {t(`states.${state}`)}
      {decidedBy !== null && (
        <>
          {" · "}
          <bdi>{decidedBy.name}</bdi>
        </>
      )}
      {note !== null && (
        <>
          {": "}
          <bdi>{note}</bdi>
        </>
      )}
      {caseId !== null && (
        <>
          {" · "}
          <Link href={`/reports/radar/${askedBy.id}`} className="underline underline-offset-4">
            {t("case", { id: String(caseId) })}
          </Link>
        </>
      )}
      {entryId !== null && (
        <>
          {" · "}
          <Code>{String(entryId)}</Code>
        </>
      )}
    </span>
  );
}

/** The person who asked, the place, and how long it waits. */
function Asked({ review: { askedBy, askedAt, expiresAt, branch, isOfPerson } }: { review: Review }) {
  const t = useTranslations("radar.held");
  const nameOf = useNameOf();
  return (
    <p className="text-ink-soft text-sm">
      {isOfPerson ? (
        <Link href={`/reports/radar/${askedBy.id}`} className="underline underline-offset-4">
          <bdi>{askedBy.name}</bdi>
        </Link>
      ) : (
        <bdi>{askedBy.name}</bdi>
      )}
      {" · "}
      <bdi>{nameOf(branch)}</bdi> · <DateTime value={askedAt} /> · {t("until")} <DateTime value={expiresAt} />
    </p>
  );
}

function Waiting({ review }: { review: Review }) {
  const t = useTranslations("radar.held");
  const titleId = useId();
  const [note, setNote] = useState("");
  const [opensCase, setOpensCase] = useState(false);
  const decide = useSend(api.decide);
  const { breaches, mayDecide, isOfPerson } = review;
  const send = (decision: "approve" | "refuse") =>
    decide.mutate(
      { params: { approvalId: review.id }, body: { decision, note, opensCase: isOfPerson && opensCase } },
      { onSuccess: () => toast({ kind: "success", title: t(`decided.${decision}`) }) },
    );
  return (
    <article aria-labelledby={titleId} className="grid gap-3 rounded-xl border border-line bg-sunken p-4">
      <header id={titleId} className="flex flex-wrap items-center gap-2">
        <Hourglass aria-hidden className="size-5 text-warning" />
        <What review={review} />
      </header>
      <Asked review={review} />
      <div>
        <LimitFacts limits={breaches} />
      </div>
      <Refusal error={decide.error} />
      {mayDecide ? (
        <>
          <TextArea label={t("note")} rows={2} maxLength={NOTE_LENGTH_MAX} value={note} onChange={setNote} />
          {isOfPerson && (
            <Checkbox isSelected={opensCase} onChange={setOpensCase}>
              {t("opensCase")}
            </Checkbox>
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              isPending={decide.isPending}
              isDisabled={note.trim() === ""}
              onPress={() => send("approve")}
            >
              {t("letGo")}
            </Button>
            <Button
              variant="danger"
              isDisabled={decide.isPending || note.trim() === ""}
              onPress={() => send("refuse")}
            >
              {t("refuse")}
            </Button>
          </div>
        </>
      ) : (
        <p className="text-sm">{t("ownRequest")}</p>
      )}
    </article>
  );
}
