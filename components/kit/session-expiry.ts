/** Whether the session was found to have ended while a page was open: the page stays, and asks for the password. */
const listeners = new Set<() => void>();
let hasEnded = false;

export function setSessionEnded(ended: boolean): void {
  if (hasEnded === ended) return;
  hasEnded = ended;
  for (const listener of listeners) listener();
}

export function isSessionEnded(): boolean {
  return hasEnded;
}

export function subscribeToSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
