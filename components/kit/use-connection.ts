"use client";

import { useSyncExternalStore } from "react";
import { isConnected, subscribeToConnection } from "./connection";
import { isSessionEnded, subscribeToSessionEnd } from "./session-expiry";

/** Whether the service can be reached; true while that is not known yet. */
export function useConnection(): boolean {
  return useSyncExternalStore(subscribeToConnection, isConnected, () => true);
}

/** Whether the session has ended under the open page. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribeToSessionEnd, isSessionEnded, () => false);
}
