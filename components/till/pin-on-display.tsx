"use client";

import { MonitorSmartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import type { OperationState } from "@/components/operations/run";
import { Button } from "@/components/ui/button";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { tellDisplayOver, useDisplay, useDisplayToAnswer } from "./display";
import { shownDone, shownPin } from "./shown-to-customer";

/** In place of the pad: the customer types the PIN on their display, unless they rather do it here. */
export function PinOnDisplay({
  problem,
  onHere,
}: {
  problem?: string | undefined;
  onHere: (() => void) | undefined;
}) {
  const t = useTranslations("display.till");
  return (
    <div className="grid justify-items-center gap-3 py-2 text-center">
      <MonitorSmartphone aria-hidden className="size-10 text-accent" />
      <p role="status">{t("pinThere")}</p>
      {problem !== undefined && (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      )}
      {onHere !== undefined && (
        <Button onPress={onHere} autoFocus>
          {t("pinHere")}
        </Button>
      )}
    </div>
  );
}

/**
 * Asks for the PIN of an act that a window over the sale makes on the customer's display, where there is one, and shows the outcome there.
 * `onPin` is called once for each PIN that was typed there.
 */
export function usePinOnDisplay({
  wallet,
  value,
  points,
  state,
  isPinAsked,
  onPin,
}: {
  wallet: TillWallet;
  /** As it will be sent: the PIN is for exactly this. */
  value: number;
  points: number;
  state: OperationState;
  isPinAsked: boolean;
  onPin: () => void;
}) {
  const display = useDisplay();
  const { there, answerHere } = useDisplayToAnswer();
  const isThere = isPinAsked && there !== null;
  const isJudged = state.status === "running" || state.status === "unknown";
  const refusedBy = state.status === "refused" ? state.error.code : undefined;
  useEffect(() => {
    // While a PIN is being judged the screen stays as it is.
    if (state.status === "done") tellDisplayOver(shownDone(state.posted));
    else if (!isJudged) tellDisplayOver(isThere ? shownPin(wallet, { value, points, refusedBy }) : null);
  });
  useEffect(() => () => tellDisplayOver(null), []);
  const given = display.state === "paired" && display.isPinGiven ? display.version : null;
  const last = useRef<number | null>(null);
  const pinGiven = useEffectEvent(onPin);
  useEffect(() => {
    if (!isThere || isJudged || given === null || given === last.current) return;
    last.current = given;
    pinGiven();
  }, [isThere, isJudged, given]);
  return { isThere, answerHere };
}
