import type { Palette } from "../color";
import { ellipse } from "../svg";

/**
 * A thing drawn in a box of 400 × 400, centred at x = 200, standing on the line y = 372. `id` keeps the names of its
 * gradients and outlines apart from others in the same drawing.
 */
export type Subject = (palette: Palette, id: string) => string;

/** The shadow of a thing on the ground below. */
export function shadow(cx: number, rx: number, y = 372): string {
  return ellipse("#0a0a14", cx, y, rx, rx * 0.1, { opacity: 0.16 });
}
