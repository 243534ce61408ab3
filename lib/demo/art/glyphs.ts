import { group, line, round } from "./svg";

/**
 * Figures drawn as strokes, so that an image looks the same on every machine, whatever fonts it has. Each glyph is
 * its centre line in a box 100 high.
 */
interface Glyph {
  width: number;
  d: string;
  /** Share of the usual weight, for signs with small holes. */
  weight?: number;
}

const GLYPHS: Record<string, Glyph> = {
  "0": { width: 62, d: "M0 31A31 31 0 0 1 62 31V69A31 31 0 0 1 0 69Z" },
  "1": { width: 28, d: "M0 20L28 0V100" },
  "2": { width: 60, d: "M0 30A30 30 0 0 1 60 30Q60 44 49 55L2 100H60" },
  "3": { width: 60, d: "M3 0H55L28 38.5A30.7 30.7 0 1 1 0 80" },
  "4": { width: 66, d: "M46 100V0L0 70H66" },
  "5": { width: 59, d: "M54 0H10L5 46A31 31 0 1 1 0 82" },
  "6": { width: 62, d: "M36 0L4.5 53.5M62 69A31 31 0 1 1 0 69A31 31 0 1 1 62 69" },
  "7": { width: 58, d: "M0 0H58L18 100" },
  "8": { width: 56, d: "M51 23A23 23 0 1 1 5 23A23 23 0 1 1 51 23M56 72A28 28 0 1 1 0 72A28 28 0 1 1 56 72" },
  "9": { width: 62, d: "M26 100L57.5 46.5M62 31A31 31 0 1 1 0 31A31 31 0 1 1 62 31" },
  "%": {
    width: 100,
    weight: 0.74,
    d: "M42 21A21 21 0 1 1 0 21A21 21 0 1 1 42 21M100 79A21 21 0 1 1 58 79A21 21 0 1 1 100 79M82 0L18 100",
  },
  "+": { width: 52, d: "M0 54H52M26 28V80" },
  "×": { width: 46, d: "M0 34L46 80M46 34L0 80" },
  "−": { width: 44, d: "M0 52H44" },
};

/** One piece of a figure: some glyphs at a share of the full height, lifted to the top or standing on the line. */
export interface FigurePart {
  text: string;
  size?: number;
  align?: "top" | "middle" | "bottom";
  color: string;
}

const WEIGHT = 27;
const GAP = 15;

/**
 * The parts side by side, scaled to fit `widthMax` × `height` and centred on (cx, cy).
 * @throws RangeError for a character that has no glyph
 */
export function figure(
  parts: readonly FigurePart[],
  box: { cx: number; cy: number; height: number; widthMax: number },
): string {
  const drawn: string[] = [];
  let x = 0;
  for (const part of parts) {
    const size = part.size ?? 1;
    // Strokes of smaller parts stay nearly as heavy as the rest, as in a well-cut typeface.
    const weight = WEIGHT * size ** 0.8;
    const free = (1 - size) * (100 + WEIGHT);
    const y = part.align === "top" ? -WEIGHT / 2 + weight / 2 : part.align === "middle" ? free / 2 : free;
    if (x > 0) x += GAP;
    for (const character of part.text) {
      const glyph = GLYPHS[character];
      if (glyph === undefined) throw new RangeError(`No glyph for ${character}`);
      x += weight / 2;
      drawn.push(
        group(
          `translate(${round(x)} ${round(y)}) scale(${size})`,
          line(part.color, round((weight / size) * (glyph.weight ?? 1)), glyph.d),
        ),
      );
      x += glyph.width * size + weight / 2 + GAP * size;
    }
    x -= GAP * size;
  }
  const scale = Math.min(box.height / (100 + WEIGHT), box.widthMax / x);
  const left = round(box.cx - (x * scale) / 2);
  const top = round(box.cy - 50 * scale);
  return group(`translate(${left} ${top}) scale(${round(scale)})`, ...drawn);
}
