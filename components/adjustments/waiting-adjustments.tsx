"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useInLanguage } from "@/components/kit/use-language";
import { DateTime, Points } from "@/components/ui/format";
import { lazyPart } from "@/components/ui/lazy-part";
import { Notice } from "@/components/ui/notice";
import type { AskedAdjustment } from "@/lib/areas/adjustments/schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { useAskedText } from "./asked-text";
import { Deciders } from "./deciders";
import { type Decision, Decisions } from "./decisions";

const DecisionDialog = lazyPart(async () => (await import("./decision-dialog")).DecisionDialog);

/** Requests that wait on a wallet: points, requester, reason, possible deciders, and the buttons. */
export function WaitingAdjustments({ wallet }: { wallet: TillWallet }) {
  const { waitingAdjustments, walletCode, profile, balance, suspended } = wallet;
  const [deciding, setDeciding] = useState<{ adjustment: AskedAdjustment; decision: Decision } | null>(null);
  return (
    <>
      {waitingAdjustments.length > 0 && (
        <div className="mb-5 grid gap-2">
          {waitingAdjustments.map((adjustment) => (
            <Waiting
              key={adjustment.id}
              adjustment={adjustment}
              onDecide={(decision) => setDeciding({ adjustment, decision })}
            />
          ))}
        </div>
      )}
      {/* Apart from the list: a decision leaves nothing to wait for, and still has to say that it is made. */}

      {deciding && (
        <DecisionDialog
          adjustment={{
            ...deciding.adjustment,
            wallet: { walletCode, name: profile.name, balance, suspended },
          }}
          decision={deciding.decision}
          onClose={() => setDeciding(null)}
        />
      )}
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
