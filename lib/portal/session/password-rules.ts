/** Lengths of a portal user's password, in characters. */
export const PASSWORD_LENGTH_MIN = 10;
export const PASSWORD_LENGTH_MAX = 128;

/** True for a password that holds the user's own name, in whatever case. */
export function containsUsername(password: string, username: string): boolean {
  return password.toLowerCase().includes(username.toLowerCase());
}
