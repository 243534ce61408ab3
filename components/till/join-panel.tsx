"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { ask, useSend } from "@/components/kit/contract";
import type { PortalError } from "@/components/kit/error";
import { newReference } from "@/components/kit/reference";
import { Refusal } from "@/components/kit/refusal";
import { Button } from "@/components/ui/button";
import { LANGUAGE_OPTIONS } from "@/components/ui/language-options";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/states";
import { useLanguage } from "@/components/ui/use-language";
import { walletQuery } from "@/components/wallet/queries";
import type { EnrolWords, TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { tillWallets } from "@/lib/areas/wallets/till-contract";
import { useDisplayToAnswer, useShown } from "./display";

const IDLE = { name: "idle" } as const;

/** Whether agreeing is all that the customer needs to earn: nothing else stops the wallet. */
export function needsToJoin({ isOptedIn, alerts }: Pick<TillWallet, "isOptedIn" | "alerts">): boolean {
  return !isOptedIn && !alerts.some((alert) => ["suspended", "blocked", "closed", "merged"].includes(alert));
}

interface JoinPanelProps {
  wallet: TillWallet;
  branchId: number;
  /** The bill at hand is typed here once the customer takes part. */
  amountField: RefObject<HTMLInputElement | null>;
}

/** A customer with a wallet who has not agreed: the words, and the one press by which they take part. */
export function JoinPanel(props: JoinPanelProps) {
  const t = useTranslations("till.join");
  const words = useQuery(ask(tillWallets.joinWords));
  return (
    <div className="grid gap-4">
      <Notice kind="warning">{t("lead")}</Notice>
      {words.data === undefined ? (
        <Skeleton className="h-40 w-full rounded-xl" />
      ) : (
        <JoinForm
          key={words.data.consent.version}
          {...props}
          words={words.data.consent}
          onOutdated={() => void words.refetch()}
        />
      )}
    </div>
  );
}

function JoinForm({
  wallet,
  branchId,
  words,
  amountField,
  onOutdated,
}: JoinPanelProps & { words: EnrolWords["consent"]; onOutdated: () => void }) {
  const display = useTranslations("display.till");
  const client = useQueryClient();
  const pageLanguage = useLanguage();
  const [language, setLanguage] = useState(pageLanguage);
  const [question] = useState(newReference);
  const { there, answerHere } = useDisplayToAnswer();
  const isAnswered = there?.answer?.question === question && there.answer.version === words.version;
  const answer = isAnswered ? there.answer : null;
  useShown(there ? { name: "consent", question } : IDLE);
  const { mutate, isPending, error } = useSend(tillWallets.join);
  const join = (agreedIn: "en" | "ar") =>
    mutate(
      {
        params: { walletId: wallet.id },
        body: { branchId, hasConsented: true, consent: { version: words.version, language: agreedIn } },
      },
      {
        onSuccess: (joined) => {
          client.setQueryData(walletQuery(joined.id).queryKey, joined);
          requestAnimationFrame(() => amountField.current?.focus());
        },
        onError: ({ code }) => {
          if (code === "conflict") onOutdated();
        },
      },
    );
  const agreed = useEffectEvent(() => join(answer?.language ?? language));
  const agrees = answer?.agrees === true;
  useEffect(() => {
    if (agrees) agreed();
  }, [agrees]);
  if (there)
    return (
      <>
        <Notice
          kind={answer === null ? "info" : agrees ? "success" : "warning"}
          isAnnounced={answer !== null}
          actions={
            !agrees && (
              <Button size="small" onPress={answerHere}>
                {display("consentHere")}
              </Button>
            )
          }
        >
          {display(answer === null ? "consentThere" : agrees ? "consentGiven" : "consentRefused")}
        </Notice>
        <Refusal error={error} />
      </>
    );
  return (
    <WordsHere
      {...{ words, language, error, isPending }}
      onLanguage={setLanguage}
      onAgree={() => join(language)}
    />
  );
}

/** The words for the cashier to read out, and the press by which the customer takes part. */
function WordsHere({
  words,
  language,
  error,
  isPending,
  onLanguage,
  onAgree,
}: {
  words: EnrolWords["consent"];
  language: "en" | "ar";
  error: PortalError | null;
  isPending: boolean;
  onLanguage: (language: "en" | "ar") => void;
  onAgree: () => void;
}) {
  const t = useTranslations("till.join");
  return (
    <>
      <RadioGroup
        label={t("language")}
        isLabelHidden
        options={LANGUAGE_OPTIONS}
        value={language}
        onChange={onLanguage}
      />
      <blockquote
        lang={language}
        dir={language === "ar" ? "rtl" : "ltr"}
        className="max-h-40 overflow-y-auto rounded-xl bg-sunken px-4 py-3 leading-relaxed"
      >
        {words[language]}
      </blockquote>
      <Refusal error={error} />
      <Button
        variant="primary"
        size="large"
        icon={UserCheck}
        className="w-full"
        isPending={isPending}
        onPress={onAgree}
      >
        {t("agree")}
      </Button>
    </>
  );
}
