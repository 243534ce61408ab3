/** The work of this tab in the name of one user. The work ends with that user: kept operations then wait for them. */
export interface Tab {
  userId: number;
  userName: string;
  /** Aborted when another person is signed in in this tab. */
  signal: AbortSignal;
  /** Operations in this tab's care: references, each with the end of its present waiting. */
  held: Map<string, { nudge(): void }>;
}

let present: { tab: Tab; controller: AbortController } | undefined;

/** The tab's work for this user; that of any other user ends. */
export function tabOf(user: { id: number; name: string }): Tab {
  if (present?.tab.userId === user.id) return present.tab;
  present?.controller.abort();
  const controller = new AbortController();
  const tab: Tab = { userId: user.id, userName: user.name, signal: controller.signal, held: new Map() };
  present = { tab, controller };
  return tab;
}

/** Whether an operation of this tab has no outcome yet. */
export function isAtWork(): boolean {
  return present !== undefined && present.tab.held.size > 0;
}
