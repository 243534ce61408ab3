/** Day 0 of spreadsheets, whose 1900 has a 29th of February, and of workbooks that count from 1904. */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const DAY_MS = 86_400_000;

/** Formats that have a number and no text in the file. Those left out show all digits. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss",
};
const isBuiltInDay = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

export function builtInFormat(id: number): string {
  return isBuiltInDay(id) ? "yyyy-mm-dd" : (BUILT_IN[id] ?? "General");
}

/** Parts of a format: texts in quotes, escaped and filling characters, brackets, runs of placeholders, any other character. */
const TOKENS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General|E[+-]|[0#?]|./giu;
const CONDITION = /^\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]$/;
const COLOUR = /^\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|dbnum\d|\$-[^\]]*)\]$/i;

/**
 * The text of a number as its cell shows the number: with the zeros in front, the marks between and the texts around the digits that the format
 * asks for, rounded as far as it rounds. Days are ISO dates; marks between thousands and zeros behind the point are left out; a format without
 * places for digits, and one of powers or fractions, gives all digits.
 */
export function shownNumber(value: number, format: string, counts1904 = false): string {
  const sections = sectionsOf(format);
  if (isOfDays(sections[0] ?? [])) return shownDay(value, counts1904);
  const { tokens, isAbsolute } = chooseSection(sections, value);
  if (tokens.some((token) => /^(?:General|E[+-]|@|\/)$/i.test(token)) || !tokens.some(isPlace))
    return plain(value);
  const shown = place(tokens, Math.abs(value));
  return value < 0 && !isAbsolute && /[1-9]/.test(shown) ? `-${shown}` : shown;
}

function sectionsOf(format: string): string[][] {
  const sections: string[][] = [[]];
  for (const [token] of format.matchAll(TOKENS)) {
    if (token === ";") sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections;
}

function isOfDays(tokens: readonly string[]): boolean {
  return tokens.some((token) => /^(?:[dmyhs]|\[[hms]+\])$/i.test(token));
}

const isPlace = (token: string) => /^[0#?]$/.test(token);

/** The section for this number. The second of two and more is for what is below zero, and says the sign itself. */
function chooseSection(
  sections: readonly string[][],
  value: number,
): { tokens: string[]; isAbsolute: boolean } {
  const conditions = sections.map((tokens) => tokens.map((token) => CONDITION.exec(token)).find(Boolean));
  if (conditions.some(Boolean)) {
    const found = conditions.findIndex(
      (condition) => condition && holds(value, condition[1] ?? "", Number(condition[2])),
    );
    const place = found === -1 ? conditions.findIndex((condition) => !condition) : found;
    return { tokens: sections[place] ?? [], isAbsolute: false };
  }
  const place = value < 0 ? 1 : value === 0 ? 2 : 0;
  const own = sections.length > place ? sections[place] : undefined;
  return { tokens: own ?? sections[0] ?? [], isAbsolute: own !== undefined && place === 1 };
}

function holds(value: number, sign: string, bound: number): boolean {
  if (sign === "<") return value < bound;
  if (sign === ">") return value > bound;
  if (sign === "=") return value === bound;
  if (sign === "<>") return value !== bound;
  return sign === "<=" ? value <= bound : value >= bound;
}

/** The digits of a number in the places of a format. */
function place(tokens: readonly string[], value: number): string {
  const first = tokens.findIndex(isPlace);
  const last = tokens.findLastIndex(isPlace);
  const point = tokens.findIndex((token, at) => token === "." && at > first - 2 && at <= last);
  const decimals = point === -1 ? 0 : tokens.slice(point).filter(isPlace).length;
  const percent = tokens.filter((token) => token === "%").length;
  let thousands = 0;
  while (tokens[last + 1 + thousands] === ",") thousands += 1;
  const scaled = value * 100 ** percent * 1_000 ** -thousands;
  const [whole = "0", fraction = ""] = rounded(scaled, decimals).split(".");
  const end = point === -1 ? last + 1 : point;
  const isGrouped = tokens.slice(0, end).includes(",");
  return (
    texts(tokens.slice(0, Math.min(first === -1 ? end : first, end))) +
    wholePart(tokens.slice(first, end), whole, isGrouped) +
    (/[1-9]/.test(fraction) ? `.${fraction.replace(/0+$/, "")}` : "") +
    texts(tokens.slice(last + 1))
  ).trim();
}

/** Digits from the last place to the first; the first place takes all that are left. */
function wholePart(tokens: readonly string[], digits: string, isGrouped: boolean): string {
  const left = [...(digits === "0" ? "" : digits)];
  const firstPlace = tokens.findIndex(isPlace);
  let text = "";
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at] ?? "";
    if (isPlace(token)) {
      text = (left.pop() ?? (token === "0" ? "0" : "")) + text;
      if (at === firstPlace) text = left.join("") + text;
    } else if (!isGrouped || token !== ",") text = texts([token]) + text;
  }
  return text === "" ? "0" : text;
}

/** The texts between and around the digits, without colours, fillers and currencies. */
function texts(tokens: readonly string[]): string {
  return tokens
    .map((token) => {
      if (token.startsWith('"')) return token.slice(1, -1);
      if (token.startsWith("\\")) return token.slice(1);
      if (token.startsWith("_")) return " ";
      if (token.startsWith("*") || token === "," || CONDITION.test(token) || COLOUR.test(token)) return "";
      return token.startsWith("[") ? "" : token;
    })
    .join("");
}

function rounded(value: number, decimals: number): string {
  const text = plain(value);
  const behind = text.split(".")[1]?.length ?? 0;
  if (behind <= decimals) return text;
  // By its decimal digits, as a spreadsheet rounds: 1.005 is shown as 1.01.
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`).toFixed(decimals);
}

/** All digits of a number, without a power of ten, and without the noise behind the fifteenth that a spreadsheet does not show. */
function plain(value: number): string {
  const near = Number(value.toPrecision(15));
  const text = String(near);
  return /e/.test(text)
    ? Number.isInteger(near)
      ? BigInt(near).toString()
      : near.toFixed(20).replace(/0+$/, "")
    : text;
}

function shownDay(value: number, counts1904: boolean): string {
  const at = Math.round(((counts1904 ? EPOCH_1904 : EPOCH) + value * DAY_MS) / 1_000) * 1_000;
  if (Number.isNaN(new Date(at).getTime())) return plain(value);
  return new Date(at).toISOString().replace(/T00:00:00\.000Z$|\.000Z$/, "");
}
