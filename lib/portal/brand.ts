import { ownName, programmeBrand } from "@/lib/platform/brand";
import type { Language } from "@/lib/platform/language";
import { loadMessages, type Messages } from "@/lib/platform/messages";

/** The texts of a language, in which the portal has the programme's name once it has one. */
export async function brandedMessages(language: Language): Promise<Messages> {
  const messages = await loadMessages(language);
  const name = ownName(language);
  return name === null ? messages : { ...messages, app: { ...messages.app, name } };
}

/** The programme's name; null while it has none of its own. */
export const programmeName = (language: Language): string | null => ownName(language);

/** Width of a picture that is as sharp as a logo needs (`IMAGE_WIDTHS`). */
const WIDTH = 320;
/** A wide logo is at most so many times as wide as high. */
const RATIO_MAX = 4;

/** Address of the programme's logo; null where it has none. */
export function logoAddress(): string | null {
  const logo = programmeBrand()?.logo;
  return logo == null ? null : `/images/${logo.hash}?width=${WIDTH}`;
}

/**
 * CSS that shows the logo wherever the product's mark stands (`components/shell/logo.tsx`), so that no page loads a script for it. The plate
 * behind it is white: logos are drawn for paper. Null where there is no logo.
 */
export function logoStyle(): string | null {
  const logo = programmeBrand()?.logo;
  const address = logoAddress();
  if (logo == null || address === null) return null;
  const ratio = Math.min(RATIO_MAX, Math.max(1, logo.width / logo.height));
  return `.mark{inline-size:auto;aspect-ratio:${ratio.toFixed(3)};border-radius:6px;padding:2px;background:#fff url(${address}) center/contain no-repeat content-box}.mark>*{display:none}`;
}
