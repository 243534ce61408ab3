"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { PinPad } from "@/components/ui/pin-pad";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { useDisplayToAnswer } from "./display";
import { PinOnDisplay } from "./pin-on-display";
import type { OnItsWay } from "./till-types";

const PIN_LENGTH_MIN = 4;
const WRONG = "1311";
const LOCKED = "1312";
const LARGE = { variant: "primary", size: "large" } as const;

interface PinDialogProps {
  wallet: TillWallet;
  value: number;
  points: number | null;
  /** While the last one is being tried. */
  running: OnItsWay | null;
  /** Why the last one did not do. */
  refusal: PortalError | null;
  onSubmit: (pin: string) => void;
  onClose: () => void;
}

/** Asks the customer for the PIN of their wallet. The PIN is held here while it is typed, and nowhere afterwards. */
export function PinDialog({ wallet, value, points, running, refusal, onSubmit, onClose }: PinDialogProps) {
  const t = useTranslations("till");
  const ui = useTranslations("ui");
  const amounts = useAmounts();
  const [pin, setPin] = useState("");
  const [isShort, setShort] = useState(false);
  const isRunning = running !== null;
  const { there, answerHere } = useDisplayToAnswer();
  const [attemptsBefore, setAttemptsBefore] = useState(wallet.pin.attemptsLeft);
  const refusalText = useRefusalText(wallet.pin, attemptsBefore);
  const isLocked = refusal?.code === LOCKED || wallet.pin.state === "locked";
  const submit = () => {
    if (isRunning || isLocked) return;
    setShort(pin.length < PIN_LENGTH_MIN);
    if (pin.length < PIN_LENGTH_MIN) return;
    setAttemptsBefore(wallet.pin.attemptsLeft);
    onSubmit(pin);
    setPin("");
  };
  const problem = isShort ? t("pin.short") : refusal ? refusalText(refusal) : undefined;
  return (
    <Dialog
      size="small"
      onClose={() => {
        if (!isRunning) onClose();
      }}
      title={t("pin.title")}
    >
      {!there && <p className="text-center text-ink-soft">{t("pin.lead")}</p>}
      <p className="mt-1 mb-4 low:mb-2 text-center font-semibold text-lg">
        {points === null
          ? amounts.money(value)
          : t("pin.pay", { money: amounts.money(value), points: amounts.points(points) })}
      </p>
      {there ? (
        <PinOnDisplay problem={problem} onHere={isLocked ? undefined : answerHere} />
      ) : (
        <PinPad
          label={t("pin.label")}
          value={pin}
          onChange={(digits) => {
            setShort(false);
            setPin(digits);
          }}
          onSubmit={submit}
          isDisabled={isLocked}
          errorMessage={problem}
          autoFocus
        />
      )}
      <div className="mx-auto mt-4 low:mt-2 grid max-w-xs">
        {isLocked ? (
          // With the pad off nothing else would hold the focus, and Escape would reach nobody.
          <Button key="close" {...LARGE} onPress={onClose} autoFocus>
            {ui("close")}
          </Button>
        ) : (
          (!there || isRunning) && (
            <Button key="submit" {...LARGE} isPending={isRunning} onPress={submit} isFocusKept>
              {t("pin.submit")}
            </Button>
          )
        )}
      </div>
    </Dialog>
  );
}

/** The server's words, with how many attempts are left or when it can be tried again. */
function useRefusalText(
  { state, attemptsLeft, lockedUntil }: TillWallet["pin"],
  attemptsBefore: number | null,
) {
  const t = useTranslations("till");
  const { textOf } = useErrorText();
  const { time } = useAmounts();
  return (refusal: PortalError): string => {
    if (state === "locked" && lockedUntil !== null)
      return t("alerts.pin_locked_until", { time: time(lockedUntil) });
    if (state === "locked") return t("alerts.pin_locked");
    const text = textOf(refusal);
    // The number is the server's; until it has come, the old one would be one too many.
    const isCounted = refusal.code === WRONG && attemptsLeft !== null && attemptsLeft !== attemptsBefore;
    return isCounted ? t("pin.attempts", { text, count: attemptsLeft }) : text;
  };
}
