"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { PortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { PinPad } from "@/components/ui/pin-pad";

const PIN_LENGTH_MIN = 4;

/** Lets the customer choose a PIN, typed twice. The PIN is held here while it is typed, and nowhere afterwards. */
export function PinChoiceDialog({
  isPending = false,
  error = null,
  note,
  onChoose,
  onClose,
}: {
  isPending?: boolean;
  error?: PortalError | null;
  /** Said before the press. */
  note?: ReactNode;
  onChoose: (pin: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations("wallets.desk.pin");
  const { textOf } = useErrorText();
  const [first, setFirst] = useState<string | null>(null);
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<"short" | "different" | null>(null);
  const isSecond = first !== null;
  const submit = () => {
    if (isPending) return;
    if (pin.length < PIN_LENGTH_MIN) return setProblem("short");
    setPin("");
    if (first === null) return setFirst(pin);
    setFirst(null);
    if (first === pin) onChoose(pin);
    else setProblem("different");
  };
  const shown = problem ? t(problem) : error ? textOf(error) : undefined;
  return (
    <Dialog
      size="small"
      onClose={() => {
        if (!isPending) onClose();
      }}
      title={t("title")}
    >
      <p className="mb-4 text-center text-ink-soft">{t("lead")}</p>
      <PinPad
        key={isSecond ? "second" : "first"}
        label={isSecond ? t("second") : t("first")}
        value={pin}
        onChange={(digits) => {
          setProblem(null);
          setPin(digits);
        }}
        onSubmit={submit}
        isDisabled={isPending}
        errorMessage={shown}
        autoFocus
      />
      <div className="mx-auto mt-4 grid max-w-xs gap-4">
        {note}
        <Button variant="primary" size="large" isPending={isPending} onPress={submit}>
          {isSecond ? t("save") : t("next")}
        </Button>
      </div>
    </Dialog>
  );
}
