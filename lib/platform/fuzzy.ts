import { foldText, searchWords } from "./search-text";

/** How well a word was met: where the texts begin with it, where one of their words does, inside a word, with a letter missing. */
const MET = { beginning: 8, word: 6, inside: 3, gaps: 1 } as const;
/** Shorter ones would be met by nearly everything. */
const GAPS_LETTERS_MIN = 3;
const SLIP_LETTERS_MIN = 4;

/**
 * How well texts match what was typed, the more the better; 0: not at all. Each typed word has to be met: at the beginning of a word,
 * inside one, or with its letters in their order and others between them, so that a slip finds what was meant. Case, diacritics, the
 * ways in which the same Arabic word is written and the digits it is written in make no difference. Nothing typed matches everything
 * alike. Pure.
 */
export function matchOf(typed: string, texts: readonly string[]): number {
  const words = searchWords(typed);
  if (words.length === 0) return 1;
  const folded = texts.map((text) => searchWords(text).join(" "));
  // A name is found by its words and by its letters alone: elsayed is El-Sayed.
  const joined = texts.map((text) => foldText(text).replaceAll(" ", ""));
  let sum = 0;
  for (const word of words) {
    const met = Math.max(...[...folded, ...joined].map((text) => metIn(text, word)));
    if (met <= 0) return 0;
    sum += met;
  }
  // Of two that are met alike the shorter one is nearer to what was typed.
  const shortest = Math.min(...folded.map((text) => text.length));
  return sum + 1 / (1 + Math.abs(shortest - foldText(typed).length));
}

function metIn(text: string, word: string): number {
  if (text.startsWith(word)) return MET.beginning;
  if (text.includes(` ${word}`)) return MET.word;
  if (text.includes(word)) return MET.inside;
  if (word.length < GAPS_LETTERS_MIN) return 0;
  return text.split(" ").some((whole) => hasInOrder(whole, word) || hasSlip(whole, word)) ? MET.gaps : 0;
}

/** Whether the word has the letters in their order, the first one first, and hardly more others than letters. */
function hasInOrder(whole: string, letters: string): boolean {
  if (whole[0] !== letters[0] || whole.length > 2 * letters.length + 1) return false;
  let place = 0;
  for (const letter of whole) if (letter === letters[place]) place += 1;
  return place === letters.length;
}

/** Whether the word begins with the letters but for one that is wrong, too many, or in its neighbour's place. */
function hasSlip(whole: string, letters: string): boolean {
  if (letters.length < SLIP_LETTERS_MIN) return false;
  let same = 0;
  while (same < letters.length && letters[same] === whole[same]) same += 1;
  const [rest, meant] = [letters.slice(same), whole.slice(same)];
  if (same === 0 || rest === "") return false;
  return (
    meant.startsWith(rest.slice(1)) ||
    meant.slice(1).startsWith(rest.slice(1)) ||
    (rest.length > 1 && meant.startsWith(`${rest[1]}${rest[0]}${rest.slice(2)}`))
  );
}

/** Those of the items that match at all, the best first; alike ones stay in their order. Pure. */
export function bestFirst<Item>(items: readonly Item[], matchOfItem: (item: Item) => number): Item[] {
  return items
    .map((item) => ({ item, match: matchOfItem(item) }))
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.match - one.match)
    .map(({ item }) => item);
}
