"use client";

import { CircleCheckBig } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { toPortalError } from "@/components/kit/error";
import { Button } from "@/components/ui/button";
import { PinPad } from "@/components/ui/pin-pad";
import { useLanguage } from "@/components/ui/use-language";
import type { Display, DisplayShown } from "@/lib/areas/display/schemas";
import { isEasyPin } from "@/lib/areas/wallets/easy-pin";
import { answerTill, choosePin } from "./link";

const PIN_LENGTH_MIN = 4;

interface AskedProps<Name extends DisplayShown["name"]> {
  version: number;
  shown: Extract<DisplayShown, { name: Name }>;
  onView: (view: Display) => void;
}

/** The words of the programme for a newcomer, who agrees or does not. */
export function Consent({ version, shown: { words, answer }, onView }: AskedProps<"consent">) {
  const t = useTranslations("display.join");
  const language = useLanguage();
  const [isSending, setSending] = useState(false);
  const say = async (agrees: boolean) => {
    setSending(true);
    // An answer that did not arrive is given again.
    await answerTill({ version, agrees, language }).then(onView, () => undefined);
    setSending(false);
  };
  if (answer !== null)
    return <Answered isYes={answer.agrees}>{t(answer.agrees ? "agreed" : "declined")}</Answered>;
  return (
    <>
      <p className="font-semibold text-3xl">{t("title")}</p>
      <blockquote className="max-h-[50dvh] w-full overflow-y-auto whitespace-pre-line rounded-2xl bg-sunken px-5 py-4 text-start text-xl leading-relaxed">
        {words[language]}
      </blockquote>
      <div className="grid w-full gap-3 sm:grid-cols-2">
        <Button variant="primary" size="large" isDisabled={isSending} onPress={() => say(true)}>
          {t("agree")}
        </Button>
        <Button size="large" isDisabled={isSending} onPress={() => say(false)}>
          {t("decline")}
        </Button>
      </div>
    </>
  );
}

/** The first PIN of a customer: typed twice, and sent from here to the service. */
export function NewPin({ version, shown: { answer }, onView }: AskedProps<"newPin">) {
  const t = useTranslations("display.newPin");
  const language = useLanguage();
  const [pin, setPin] = useState("");
  /** The PIN as it was typed first; null while that is typed. */
  const [first, setFirst] = useState<string | null>(null);
  const [problem, setProblem] = useState<"short" | "differs" | "easy" | "failed" | null>(null);
  const [isSending, setSending] = useState(false);
  if (answer !== null)
    return <Answered isYes={answer.agrees}>{t(answer.agrees ? "set" : "notSet")}</Answered>;
  const begin = (because: typeof problem) => {
    setPin("");
    setFirst(null);
    setProblem(because);
  };
  const submit = async () => {
    if (isSending) return;
    if (pin.length < PIN_LENGTH_MIN) return setProblem("short");
    if (first === null) {
      if (isEasyPin(pin)) return begin("easy");
    } else if (pin !== first) return begin("differs");
    begin(null);
    setSending(true);
    try {
      const view = await choosePin({ version, pin, language, isFirst: first === null });
      if (first === null) setFirst(pin);
      else onView(view);
    } catch (thrown) {
      setProblem(toPortalError(thrown).code === "validation" ? "easy" : "failed");
    } finally {
      setSending(false);
    }
  };
  const decline = () => answerTill({ version, agrees: false, language }).then(onView, () => begin("failed"));
  return (
    <div className="grid w-full justify-items-center gap-3">
      <p className="font-semibold text-2xl">{t("title")}</p>
      <p className="text-ink-soft text-lg">{t("lead")}</p>
      <PinPad
        // The focus is in the field again, and a screen reader says which one it is.
        key={first === null ? "first" : "again"}
        label={t(first === null ? "first" : "again")}
        value={pin}
        onChange={(digits) => {
          setProblem(null);
          setPin(digits);
        }}
        onSubmit={submit}
        isDisabled={isSending}
        errorMessage={problem === null ? undefined : t(problem)}
        autoFocus
      />
      <div className="grid w-full max-w-xs gap-3">
        <Button variant="primary" size="large" isPending={isSending} onPress={submit} isFocusKept>
          {t(first === null ? "next" : "confirm")}
        </Button>
        <Button isDisabled={isSending} onPress={decline}>
          {t("decline")}
        </Button>
      </div>
    </div>
  );
}

function Answered({ isYes, children }: { isYes: boolean; children: ReactNode }) {
  return (
    <div role="status" className="grid justify-items-center gap-4">
      {isYes && <CircleCheckBig aria-hidden className="size-16 text-success" />}
      <p className="font-semibold text-3xl">{children}</p>
    </div>
  );
}
