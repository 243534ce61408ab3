"use client";

import { useTranslations } from "next-intl";
import { useForms } from "@/components/kit/use-forms";
import { useInLanguage } from "@/components/kit/use-language";
import { DateTime, Points } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { AskedAdjustment } from "@/lib/areas/adjustments/schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { useAskedText } from "./asked-text";
import { Deciders } from "./deciders";
import { DecisionDialog } from "./decision-dialog";
import { type Decision, Decisions } from "./decisions";

/** Requests that wait on a wallet: points, requester, reason, possible deciders, and the buttons. */
export function WaitingAdjustments({ wallet }: { wallet: TillWallet }) {
  const { waitingAdjustments, walletCode, profile, balance, suspended } = wallet;
  const decide =
    (decision: Decision) =>
    (adjustment: AskedAdjustment, { close }: { close: () => void }) => (
      <DecisionDialog
        adjustment={{ ...adjustment, wallet: { walletCode, name: profile.name, balance, suspended } }}
        decision={decision}
        onClose={close}
      />
    );
  const { open, form } = useForms({
    rows: waitingAdjustments,
    forms: { approve: decide("approve"), refuse: decide("refuse"), withdraw: decide("withdraw") },
  });
  return (
    <>
      {waitingAdjustments.length > 0 && (
        <div className="mb-5 grid gap-2">
          {waitingAdjustments.map((adjustment) => (
            <Waiting
              key={adjustment.id}
              adjustment={adjustment}
              onDecide={(decision) => open(decision, adjustment)}
            />
          ))}
        </div>
      )}
      {form}
    </>
  );
}

/** The request in words: points of an adjustment, or another act. */
function WhatWaits({ adjustment }: { adjustment: AskedAdjustment }) {
  const t = useTranslations("wallets.desk.adjustments");
  const askedText = useAskedText();
  const { direction, pocket, points } = adjustment;
  if (direction === null || pocket === null || points === null)
    return t("actWaits", { act: askedText(adjustment) });
  return t.rich("waits", {
    pocket,
    points: () => <Points value={direction === "up" ? points : -points} isSigned />,
  });
}

function Waiting({
  adjustment,
  onDecide,
}: {
  adjustment: AskedAdjustment;
  onDecide: (decision: Decision) => void;
}) {
  const t = useTranslations("wallets.desk.adjustments");
  const inLanguage = useInLanguage();
  const { reason, why, requestedBy, requestedAt, deciders } = adjustment;
  return (
    <Notice kind="warning">
      <p className="font-medium">
        <WhatWaits adjustment={adjustment} />
      </p>
      {why && <p>{inLanguage(why)}</p>}
      {reason && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
      <p>
        {t.rich("askedBy", {
          name: () => <bdi>{requestedBy.name}</bdi>,
          date: () => <DateTime value={requestedAt} />,
        })}
      </p>
      <Deciders deciders={deciders} />
      <div className="mt-3 empty:hidden">
        <Decisions adjustment={adjustment} onDecide={onDecide} />
      </div>
    </Notice>
  );
}
