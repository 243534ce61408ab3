export interface ToastMessage {
  kind: "success" | "problem" | "info";
  title: string;
  detail?: string;
  /** An act offered while it is shown, such as taking it back. */
  action?: { label: string; onAction: () => void };
}

/** Said but not shown yet. */
let waiting: readonly ToastMessage[] = [];
let isNeeded = false;
const listeners = new Set<() => void>();

/** Says something that needs no answer, and takes one at most. Important messages belong on the page itself. */
export function toast(message: ToastMessage): void {
  waiting = [...waiting, message];
  isNeeded = true;
  for (const listener of listeners) listener();
}

/** Hands over what is waiting to be shown, once. */
export function takeToasts(): readonly ToastMessage[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether anything was ever said: what shows toasts is fetched then. */
export function isToastNeeded(): boolean {
  return isNeeded;
}
