"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { subscribeToTillOffers, type TillOffer, takeTillOffer } from "./till-offer";
import type { TillState } from "./till-types";

/** Takes over customers whom other parts of the portal send here. */
export function useOffers(state: TillState, onOffer: (offer: TillOffer) => void): void {
  const settleWith = useSettledSale(state);
  const take = useEffectEvent(() => {
    const offer = takeTillOffer();
    if (offer === null) return;
    const { settles = null, ...made } = offer;
    settleWith(settles);
    onOffer(made);
  });
  useEffect(() => {
    take();
    return subscribeToTillOffers(() => take());
  }, []);
}

/**
 * A kept sale that was refused is off its list once its bill was added, or kept anew, for the customer who was found for it. Returns what
 * begins this.
 */
function useSettledSale({ stage, finishedAtMs }: TillState): (sequence: number | null) => void {
  const settling = useRef<number | null>(null);
  const isLeft = stage.name === "ready";
  useEffect(() => {
    const sequence = settling.current;
    if (sequence === null || (finishedAtMs === null && !isLeft)) return;
    settling.current = null;
    if (finishedAtMs !== null)
      void import("@/components/operations/store").then(({ deleteRecord }) => deleteRecord(sequence));
  }, [finishedAtMs, isLeft]);
  return (sequence) => {
    settling.current = sequence;
  };
}
