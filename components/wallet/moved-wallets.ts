/** Tells the tabs of this browser of each other's movements. Pages of a browser without such a channel read a wallet anew later. */
const channel =
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("points.wallets.moved");
const listeners = new Set<(walletId: number) => void>();
if (channel !== undefined)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "number") for (const listener of listeners) listener(data);
  };

/** Says in the other tabs that this wallet's points have moved. */
export function tellOtherTabs(walletId: number): void {
  channel?.postMessage(walletId);
}

/** Calls `listener` with each wallet whose points another tab has moved. Returns the function that stops it. */
export function subscribeToOtherTabs(listener: (walletId: number) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
