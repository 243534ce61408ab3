/** Texts by their names, in groups. A text is a string, or an array where the build has parsed it. */
export interface Texts {
  [name: string]: string | readonly unknown[] | Texts;
}

/** The texts at `paths`, under their own names. */
export function pickTexts(all: Texts, paths: readonly string[]): Texts {
  return paths.map((path) => at(all, path.split("."))).reduce(mergeTexts, {});
}

function at(texts: Texts, [name = "", ...rest]: readonly string[]): Texts {
  const found = texts[name];
  if (found === undefined) return {};
  return { [name]: rest.length > 0 && isGroup(found) ? at(found, rest) : found };
}

/** The texts of both; where both have one, the second's. */
export function mergeTexts(texts: Texts, more: Texts): Texts {
  const merged = { ...texts };
  for (const [name, added] of Object.entries(more)) {
    const present = merged[name];
    merged[name] = isGroup(present) && isGroup(added) ? mergeTexts(present, added) : added;
  }
  return merged;
}

function isGroup(text: Texts[string] | undefined): text is Texts {
  return typeof text === "object" && !Array.isArray(text);
}
