import type { ServeDraft } from "./serve-draft";

/** A customer that another part of the portal sends to the till, with what is to be done. */
export interface TillOffer {
  /** Code of a wallet, or of a receipt. */
  code: string;
  draft?: Partial<ServeDraft>;
  /** Number of a kept sale that was refused: it is settled once this one is done. */
  settles?: number;
}

let offer: TillOffer | null = null;
const listeners = new Set<() => void>();

/** Hands a customer to the till, in memory: codes do not belong in addresses. Then go to `/till`. */
export function offerToTill(made: TillOffer): void {
  offer = made;
  for (const listener of listeners) listener();
}

/** The last offer, once. */
export function takeTillOffer(): TillOffer | null {
  const taken = offer;
  offer = null;
  return taken;
}

export function subscribeToTillOffers(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
