/** Texts by key, in groups. */
type Group = { readonly [key: string]: string | Group | Compiled };

/** A text with placeholders, as the build compiles it: a list. */
type Compiled = readonly unknown[];
const isCompiled = (value: Group | Compiled): value is Compiled => Array.isArray(value);

/** How a text stands for a noun of the domain: `=branch` is what `nouns.json` calls a branch. */
const NOUN = /^=(\w+)$/;

/** The texts with each noun of the domain in its place. Throws for a noun that is missing. */
export function withNouns<Texts extends Group>(nouns: Readonly<Record<string, string>>, texts: Texts): Texts {
  const read = (text: string): string => {
    const key = NOUN.exec(text)?.[1];
    if (key === undefined) return text;
    const noun = nouns[key];
    if (noun === undefined) throw new Error(`nouns.json has no ${key}`);
    return noun;
  };
  const fill = (group: Group): Group =>
    Object.fromEntries(
      Object.entries(group).map(([key, value]) => [
        key,
        typeof value === "string" ? read(value) : isCompiled(value) ? value : fill(value),
      ]),
    );
  return fill(texts) as Texts;
}
