// Finds sections of the developer pages by words, by other words for the same thing, and by words with a typing mistake.

const EXCERPT_LENGTH = 120;
/** From these lengths on a word may have one wrong letter, and two. */
const ONE_MISTAKE = 4;
const TWO_MISTAKES = 8;

/** Arabic is compared without vowel signs and without the forms of alef, ya and ta marbuta that people mix up; digits in both scripts are one. */
function plain(text) {
  return text
    .normalize("NFKD")
    .replace(/[\p{Mn}\u0640]/gu, "")
    .replace(/[ٱأإآ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toLowerCase();
}

function wordsOf(text) {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Makes the index of `search.json` ready for {@link find}. */
export function prepare({ entries, synonyms }) {
  const prepared = entries.map((entry) => ({
    ...entry,
    plainPage: plain(entry.page),
    plainHeading: plain(entry.heading),
    plainText: plain(entry.text),
  }));
  const vocabulary = new Set(
    prepared.flatMap(({ plainPage, plainHeading, plainText }) =>
      wordsOf(`${plainPage} ${plainHeading} ${plainText}`),
    ),
  );
  const groups = synonyms.map((group) => group.map(plain));
  for (const word of groups.flat().flatMap(wordsOf)) vocabulary.add(word);
  return { entries: prepared, vocabulary, groups };
}

/**
 * The best `most` sections that have every typed word or another word for it, those first that have them in the heading, and those in the reader's language
 * before the others. A word that no section has stands for the nearest ones.
 */
export function find({ entries, vocabulary, groups }, typed, most = 12) {
  const wanted = wordsOf(typed).map((word) => meaningsOf(word, vocabulary, groups));
  if (wanted.length === 0) return [];
  const words = wanted.flat().map(({ text }) => text);
  return entries
    .map((entry, at) => ({ entry, at, weight: weightOf(entry, wanted) }))
    .filter(({ weight }) => weight > 0)
    .sort(
      (one, other) =>
        Number(other.entry.isOwn) - Number(one.entry.isOwn) || other.weight - one.weight || one.at - other.at,
    )
    .slice(0, most)
    .map(({ entry }) => ({
      path: entry.path,
      language: entry.language,
      page: entry.page === entry.heading ? "" : entry.page,
      heading: marked(entry.heading, words),
      excerpt: marked(excerptOf(entry.text, words), words),
    }));
}

/** The word itself first; other words for it count less. */
function meaningsOf(word, vocabulary, groups) {
  const isKnown = [...vocabulary].some((known) => known.startsWith(word) || beginsIn(known, word));
  const spellings = isKnown ? [word] : nearest(word, vocabulary);
  const own = (spellings.length === 0 ? [word] : spellings).map((text) => ({ text, share: 1 }));
  const others = groups
    .filter((group) => group.some((term) => spellings.some((spelling) => isMeant(term, spelling))))
    .flat()
    .filter((term) => !spellings.includes(term))
    .map((text) => ({ text, share: 0.5 }));
  return [...own, ...others];
}

/** A term of a group is meant by its whole, and by its beginning where that is long enough to say so. */
function isMeant(term, spelling) {
  return term === spelling || (spelling.length >= ONE_MISTAKE && term.startsWith(spelling));
}

function nearest(word, vocabulary) {
  const mistakes = word.length >= TWO_MISTAKES ? 2 : word.length >= ONE_MISTAKE ? 1 : 0;
  for (let allowed = 1; allowed <= mistakes; allowed++) {
    const found = [...vocabulary].filter((known) => distance(known, word, allowed) <= allowed);
    if (found.length > 0) return found;
  }
  return [];
}

/** Letters that are missing, too many, wrong, or exchanged with their neighbour; more than `most` for words further apart. */
function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      let least = Math.min(last[at] + 1, line[at - 1] + 1, last[at - 1] + (isSame ? 0 : 1));
      const isExchanged =
        row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isExchanged) least = Math.min(least, before[at - 2] + 1);
      line[at] = least;
    }
    before = last;
    last = line;
  }
  return last[other.length];
}

function weightOf({ plainPage, plainHeading, plainText }, wanted) {
  let weight = 0;
  for (const meanings of wanted) {
    const best = Math.max(
      ...meanings.map(({ text, share }) => {
        const inHeading = beginsIn(plainHeading, text) ? 10 : 0;
        const inPage = beginsIn(plainPage, text) ? 2 : 0;
        return share * (inHeading + inPage + Math.min(timesIn(plainText, text), 4));
      }),
    );
    if (best === 0) return 0;
    weight += best;
  }
  return weight;
}

function timesIn(text, word) {
  let times = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    if (beginsAt(text, at)) times += 1;
  return times;
}

/** Whether a word begins so. In Arabic it may stand behind the article or a particle that is written together with it. */
function beginsIn(text, word) {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (beginsAt(text, at)) return true;
  return false;
}

function beginsAt(text, at) {
  if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1])) return true;
  return /(?:^|[^\p{L}\p{N}])[وفبكل]?(?:ال|لل)?$/u.test(text.slice(Math.max(0, at - 5), at));
}

/** Plain texts are as long as written ones only where nothing was taken out, so that the place is found word by word. */
function excerptOf(text, words) {
  const parts = text.split(" ");
  const first = parts.findIndex((part) => words.some((word) => plain(part).includes(word)));
  const from = Math.max(0, first - 6);
  const excerpt = parts.slice(from).join(" ").slice(0, EXCERPT_LENGTH);
  return `${from > 0 ? "… " : ""}${excerpt}${excerpt.length === EXCERPT_LENGTH ? "…" : ""}`;
}

function marked(text, words) {
  return text
    .split(/([^\p{L}\p{N}\p{M}]+)/u)
    .filter((part) => part !== "")
    .map((part) => ({ text: part, isFound: words.some((word) => beginsIn(plain(part), word)) }));
}
