/** Longest comment of an operation (rules.md §3). */
const COMMENT_LENGTH_MAX = 250;
/** Room for a note beside the longest reason. */
export const NOTE_LENGTH_MAX = 200;

/** The reason and the note as the one comment that an entry has. */
export function commentOf(reason: string | null, note: string): string | undefined {
  const words = [reason, note.trim()].filter(Boolean).join(": ");
  return words === "" ? undefined : words.slice(0, COMMENT_LENGTH_MAX);
}
