"use client";

import { useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Code, DateTime, Points } from "@/components/ui/format";
import { LinkButton } from "@/components/ui/link-button";
import type { Adjustment } from "@/lib/areas/adjustments/schemas";
import { mayOpen } from "@/lib/portal/may-open";
import { STATES, useAskedText } from "./asked-text";
import { FinishButton } from "./finish-button";

/** Outcomes of the reader's own requests of the last days; nothing where there are none. */
export function OwnAnswers({ answers }: { answers: readonly Adjustment[] }) {
  const t = useTranslations("wallets.desk.adjustments");
  const askedText = useAskedText();
  const inLanguage = useInLanguage();
  const { user } = useMe();
  if (answers.length === 0) return null;
  return (
    <Card
      title={t("ownTitle")}
      actions={mayOpen(user, "/requests") && <LinkButton href="/requests">{t("ownAll")}</LinkButton>}
    >
      <ul className="grid gap-3">
        {answers.map((answer) => (
          <li key={answer.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Status {...STATES[answer.state]}>{t(`state.${answer.state}`)}</Status>
            <span className="min-w-0 font-medium">
              {answer.wallet && <Code>{answer.wallet.walletCode}</Code>}{" "}
              {answer.kind === "adjust" && answer.points !== null ? (
                <Points value={answer.direction === "down" ? -answer.points : answer.points} isSigned />
              ) : (
                askedText(answer)
              )}
            </span>
            <span className="text-ink-soft text-sm">
              {answer.decidedAt && <DateTime value={answer.decidedAt} />}
              {answer.decidedBy && (
                <>
                  {" · "}
                  <bdi>{answer.decidedBy.name}</bdi>
                </>
              )}
              {answer.note && (
                <>
                  {" · "}
                  <bdi>{answer.note}</bdi>
                </>
              )}
            </span>
            {answer.failure && <span className="text-sm">{inLanguage(answer.failure)}</span>}
            {answer.isUsable && <span className="text-sm">{t("usable")}</span>}
            {answer.mayFinish && <FinishButton asked={answer} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
