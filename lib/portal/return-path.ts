/** The path to go to after signing in, when it is one of this portal's pages; otherwise null. */
export function safeReturnPath(next: string | null | undefined): string | null {
  if (!next?.startsWith("/") || /^\/[/\\]|[\\\s]|^\/(?:api|sign-in)\b/.test(next)) return null;
  return next;
}
