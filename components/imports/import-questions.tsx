"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { useFormatter } from "@/components/ui/use-formatter";
import { useLanguage } from "@/components/ui/use-language";
import { consentOf, noPaper, PaperFields } from "@/components/wallet/paper-fields";
import { imports as api } from "@/lib/areas/imports/contract";
import type { WalletImport } from "@/lib/areas/imports/schemas";
import { wallets } from "@/lib/areas/wallets/contract";

/** Lines of a file that do not say whether their customers agreed have no answer yet: nothing is started. */
export const isUnanswered = ({ state, counts, consent }: WalletImport) =>
  state === "checked" && counts.unsaid > 0 && consent === null;

/** Asks what a checked file does not say: how its customers agreed, and whether its points count for tiers. */
export function ImportQuestions({ found }: { found: WalletImport }) {
  if (found.state !== "checked") return null;
  return (
    <>
      <Consent found={found} />
      {found.kind === "new" && found.openingPoints > 0 && <Tiers found={found} />}
    </>
  );
}

function Consent({ found }: { found: WalletImport }) {
  const t = useTranslations("wallets.desk.imports.consent");
  const { counts, consent } = found;
  const [isAnswering, setAnswering] = useState(false);
  const { agreed, declined, unsaid } = counts;
  if (agreed + declined + unsaid === 0) return null;
  return (
    <section className="grid gap-3" aria-label={t("title")}>
      <h4 className="font-semibold">{t("title")}</h4>
      <ul className="list-disc ps-5 text-ink-soft">
        {agreed > 0 && <li>{t("agreed", { count: agreed })}</li>}
        {declined > 0 && <li>{t("declined", { count: declined })}</li>}
        {unsaid > 0 && <li>{t("unsaid", { count: unsaid })}</li>}
      </ul>
      {unsaid > 0 &&
        (consent === null || isAnswering ? (
          <Answer found={found} onDone={() => setAnswering(false)} />
        ) : (
          <Answered found={found} onChange={() => setAnswering(true)} />
        ))}
    </section>
  );
}

/** Consequences of the answer for the customers, said before the start. */
function Answered({ found: { consent, counts }, onChange }: { found: WalletImport; onChange: () => void }) {
  const t = useTranslations("wallets.desk.imports.consent");
  const format = useFormatter();
  const change = (
    <Button size="small" onPress={onChange}>
      {t("change")}
    </Button>
  );
  if (consent?.how !== "paper")
    return (
      <Notice kind="warning" actions={change}>
        {t("tillMeans", { count: counts.unsaid })}
      </Notice>
    );
  const day = format.dateTime(new Date(`${consent.agreedOn}T00:00:00Z`), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return (
    <Notice kind="info" actions={change}>
      {t.rich("paperMeans", { count: counts.unsaid, day, proof: () => <bdi>{consent.proof}</bdi> })}
    </Notice>
  );
}

function Answer({ found, onDone }: { found: WalletImport; onDone: () => void }) {
  const t = useTranslations("wallets.desk.imports.consent");
  const { data: settings } = useQuery(ask(wallets.settings));
  const send = useSend(api.answer);
  const { fieldTextOf } = useErrorText();
  const language = useLanguage();
  const [how, setHow] = useState<"till" | "paper" | null>(found.consent?.how ?? null);
  const [paper, setPaper] = useState(() => noPaper(language));
  const onPaper = settings && how === "paper" ? consentOf(paper, settings.consent) : null;
  const answer = how === "till" ? ({ how } as const) : onPaper && ({ how: "paper", ...onPaper } as const);
  return (
    <div className="grid gap-4 rounded-xl border border-line p-4">
      <RadioGroup
        label={t("question")}
        isLoose
        options={[
          { id: "paper", label: t("paper") },
          { id: "till", label: t("till") },
        ]}
        value={how}
        onChange={setHow}
      />
      {how === "till" && <p className="text-ink-soft">{t("tillMeans", { count: found.counts.unsaid })}</p>}
      {how === "paper" && settings && (
        <PaperFields
          words={settings.consent}
          value={paper}
          dayProblem={fieldTextOf(send.error, "agreedOn")}
          onChange={setPaper}
        />
      )}
      <Refusal error={send.error} />
      <Button
        variant="primary"
        className="justify-self-start"
        isDisabled={!answer}
        isPending={send.isPending}
        onPress={() =>
          answer &&
          send.mutate({ params: { importId: found.id }, body: { consent: answer } }, { onSuccess: onDone })
        }
      >
        {t("keep")}
      </Button>
    </div>
  );
}

function Tiers({ found }: { found: WalletImport }) {
  const t = useTranslations("wallets.desk.imports.tiers");
  const send = useSend(api.answer);
  return (
    <section className="grid gap-2">
      <RadioGroup
        label={t("question")}
        description={t("hint")}
        isLoose
        isDisabled={send.isPending}
        options={[
          { id: "no", label: t("no") },
          { id: "yes", label: t("yes") },
        ]}
        value={found.countsForTiers ? "yes" : "no"}
        onChange={(chosen) =>
          send.mutate({ params: { importId: found.id }, body: { countsForTiers: chosen === "yes" } })
        }
      />
      <Refusal error={send.error} />
    </section>
  );
}
