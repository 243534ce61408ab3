/**
 * State of the session under the open page: it goes on, it was found to have ended, or its user locked it. The page stays, and asks for
 * the password, or for the PIN where the user has one.
 */
export type SessionState = "open" | "ended" | "locked" | "locked-with-pin";

const listeners = new Set<() => void>();
let state: SessionState = "open";

export function setSessionState(next: SessionState): void {
  // Refused requests of a locked page say what is known.
  if (state === next || (next === "ended" && state !== "open")) return;
  state = next;
  for (const listener of listeners) listener();
}

export function sessionState(): SessionState {
  return state;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
