"use client";

import { useSyncExternalStore } from "react";
import { isConnected, subscribeToConnection } from "./connection";
import { type SessionState, sessionState, subscribeToSession } from "./session-expiry";

/** Whether the service can be reached; true while that is not known yet. */
export function useConnection(): boolean {
  return useSyncExternalStore(subscribeToConnection, isConnected, () => true);
}

/** How the session is under the open page. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribeToSession, sessionState, () => "open");
}

/** Whether the session has ended, or was locked, under the open page. */
export const useSessionEnded = (): boolean => useSessionState() !== "open";
