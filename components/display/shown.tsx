"use client";

import { Ban, CircleCheckBig } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Money, Points, useMoneyText } from "@/components/ui/format";
import { PinPad } from "@/components/ui/pin-pad";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Display, DisplayShown } from "@/lib/areas/display/schemas";
import { Consent, NewPin } from "./asked";
import { givePin } from "./link";

const PIN_LENGTH_MIN = 4;

type ShownAs<Name extends DisplayShown["name"]> = Extract<DisplayShown, { name: Name }>;

/** The customer's view of a sale. */
export function Shown({ view, onView }: { view: Display; onView: (view: Display) => void }) {
  const { shown } = view;
  switch (shown.name) {
    case "idle":
      return null;
    case "bill":
      return <Bill shown={shown} />;
    case "pin":
      // A PIN that was typed for one redemption is none of the next.
      return <Pin key={view.version} view={view} shown={shown} onView={onView} />;
    case "done":
      return <Done shown={shown} />;
    case "consent":
      return <Consent version={view.version} shown={shown} onView={onView} />;
    case "newPin":
      return <NewPin version={view.version} shown={shown} onView={onView} />;
    default:
      return shown satisfies never;
  }
}

function Bill({ shown }: { shown: ShownAs<"bill"> }) {
  const { operation, value, points, balanceAfter, off = 0, paid = 0, payable } = shown;
  const t = useTranslations("display");
  const isReward = operation === "reward";
  return (
    <>
      <p className="text-2xl text-ink-soft">{t(isReward ? "bill" : "payWithPoints")}</p>
      <Money value={value} className="font-semibold text-7xl leading-tight" />
      {off > 0 && (
        <Line label={t("couponsOff")}>
          <Money value={off} />
        </Line>
      )}
      {paid > 0 && (
        <Line label={t("paidWithPoints")}>
          <Money value={paid} />
        </Line>
      )}
      {payable !== undefined && (
        <Line label={t("payable")}>
          <Money value={payable} />
        </Line>
      )}
      {points !== null && (
        <Line label={t(isReward ? "pointsEarned" : "pointsUsed")}>
          <Points value={points} isBare />
        </Line>
      )}
      {balanceAfter !== null && (
        <Line label={t("balanceAfter")}>
          <Points value={balanceAfter} isBare />
        </Line>
      )}
    </>
  );
}

function Done({ shown: { act, value, points, balanceAfter } }: { shown: ShownAs<"done"> }) {
  const t = useTranslations("display");
  const money = useMoneyText();
  const pointsText = usePointsText();
  const Icon = act === "void" ? Ban : CircleCheckBig;
  return (
    <div role="status" className="grid justify-items-center gap-4">
      <Icon aria-hidden className="size-16 text-success" />
      <p className="font-semibold text-3xl">
        {act === "void" ? t("void") : t(act, { points: pointsText(points), money: money(value) })}
      </p>
      <p className="text-ink-soft text-xl">{t("balance")}</p>
      <Points value={balanceAfter} isBare className="font-semibold text-7xl leading-tight" />
      {act !== "void" && <p className="text-ink-soft text-xl">{t("thanks")}</p>}
    </div>
  );
}

function Pin({
  view: { version, isPinGiven },
  shown: { value, points, problem, attemptsLeft },
  onView,
}: {
  view: Display;
  shown: ShownAs<"pin">;
  onView: (view: Display) => void;
}) {
  const t = useTranslations("display");
  const money = useMoneyText();
  const pointsText = usePointsText();
  const [pin, setPin] = useState("");
  const [isShort, setShort] = useState(false);
  const [isSending, setSending] = useState(false);
  const isLocked = problem === "locked";
  const isJudged = isPinGiven || isSending;
  const submit = async () => {
    if (isJudged || isLocked) return;
    setShort(pin.length < PIN_LENGTH_MIN);
    if (pin.length < PIN_LENGTH_MIN) return;
    setPin("");
    setSending(true);
    try {
      onView(await givePin(version, pin));
    } catch {
      // The PIN did not arrive: it has to be typed again.
    } finally {
      setSending(false);
    }
  };
  const wrong = attemptsLeft === null ? t("pinWrong") : t("pinWrongLeft", { count: attemptsLeft });
  const told = problem === null ? undefined : isLocked ? t("pinLocked") : wrong;
  return (
    <div className="grid w-full justify-items-center gap-3">
      <p className="font-semibold text-2xl">
        {points === null
          ? t("pinPay", { money: money(value) })
          : t("pinPayPoints", { money: money(value), points: pointsText(points) })}
      </p>
      {isJudged ? (
        <p role="status" className="py-20 text-2xl text-ink-soft">
          {t("pinChecking")}
        </p>
      ) : (
        <>
          <PinPad
            label={t("pin")}
            value={pin}
            onChange={(digits) => {
              setShort(false);
              setPin(digits);
            }}
            onSubmit={submit}
            isDisabled={isLocked}
            errorMessage={isShort ? t("pinShort") : told}
            autoFocus
          />
          {!isLocked && (
            <Button variant="primary" size="large" className="w-full max-w-xs" onPress={submit} isFocusKept>
              {t("pinConfirm")}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="flex w-full max-w-md items-baseline justify-between gap-6 border-line border-t pt-3 text-2xl">
      <span className="text-ink-soft">{label}</span>
      <span className="font-semibold">{children}</span>
    </p>
  );
}

/** Points as a part of a sentence. */
function usePointsText(): (points: number) => string {
  const format = useFormatter();
  const t = useTranslations("ui");
  return (points) => t("points", { count: points, figure: format.number(points) });
}
