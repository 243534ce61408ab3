export interface AttributionPart {
  text: string;
  /** Where it leads to; null: nowhere. */
  href: string | null;
}

const LINK = /\[([^\][]+)\]\((https?:\/\/[^\s()]+)\)/g;

/** The operator's words about whom the tiles are owed to, taken apart: text, and links as [name](address). Pure. */
export function attributionParts(text: string): AttributionPart[] {
  const parts: AttributionPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, name = "", href = ""] = match;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: name, href });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
