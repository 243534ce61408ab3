import { containsUsername } from "@/lib/portal/session/password-rules";

/** Owner of the new password: names that others know are no secret. */
export interface PasswordOwner {
  username: string;
  /** The person's own name. */
  name?: string;
  merchant?: { nameEn: string; nameAr: string } | null;
}

export type PasswordProblem = "password_is_username" | "password_names" | "password_common";

/** Shorter words of a name, such as "The" or "bin", are in too many texts to mean anybody. */
const NAME_WORD_LENGTH_MIN = 4;
/** Of zxcvbn's 0 to 4: fewer than 10^8 guesses. */
const SCORE_MIN = 3;

/**
 * The problem of a new password, null when there is none: it holds the user's own name or the merchant's, or it falls to the guesses that
 * are made first (lists of passwords in use, repetitions, rows of the keyboard, dates; zxcvbn and its list). Its length is checked
 * elsewhere.
 */
export async function passwordProblem(
  password: string,
  { username, name = "", merchant = null }: PasswordOwner,
): Promise<PasswordProblem | null> {
  if (containsUsername(password, username)) return "password_is_username";
  const names = [name, merchant?.nameEn ?? "", merchant?.nameAr ?? ""];
  if (names.some((text) => holdsWordOf(password, text))) return "password_names";
  // Loaded with the first new password: the list takes a tenth of a second and 20 MB, which most processes never need.
  const { guesser } = await import("./password-guesser");
  const { score } = guesser.check(password, [username, ...names.flatMap(wordsOf)]);
  return score < SCORE_MIN ? "password_common" : null;
}

function holdsWordOf(password: string, name: string): boolean {
  const folded = fold(password);
  return wordsOf(name).some((word) => [...word].length >= NAME_WORD_LENGTH_MIN && folded.includes(word));
}

const wordsOf = (name: string) =>
  fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
const fold = (text: string) => text.normalize("NFKC").toLowerCase();
