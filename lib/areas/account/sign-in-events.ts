import { log } from "@/lib/platform/log";

/** What happens to the ways in, by the names that the log gives it. */
export type SignInEvent =
  | "signed_in"
  | "password_refused"
  | "code_refused"
  | "passkey_refused"
  | "sso_refused"
  | "paused"
  | "till_refused";

/**
 * Says in the log what happened at a way in. `person` is the id of the user, null when none is known: what was typed for a
 * user name is never kept, since people type passwords into that field by mistake.
 */
export function signInEvent(kind: SignInEvent, person: number | null, address: string): void {
  log().info({ signIn: kind, userId: person, address }, "Sign-in event");
}
