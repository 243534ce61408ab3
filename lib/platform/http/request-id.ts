import { randomUUID } from "node:crypto";

const ACCEPTABLE = /^[\w.-]{1,64}$/;

/** The caller's own request id where it is harmless to log and repeat, otherwise a new one. */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && ACCEPTABLE.test(sent) ? sent : randomUUID();
}
