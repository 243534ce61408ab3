import { darker, lighter } from "../color";
import { circle, clipped, ellipse, group, line, path, rect } from "../svg";
import { type Subject, shadow } from "./subject";

const LEAF = "#5aa469";

const leaf = (x: number, y: number, turn: number, size: number, color = LEAF): string =>
  group(
    `translate(${x} ${y}) rotate(${turn}) scale(${size})`,
    path(color, "M0 0Q-34 -44 0 -110Q34 -44 0 0Z"),
    line(darker(color, 0.25), 4, "M0 -4V-88"),
  );

/** A bottle of tablets with two capsules before it. */
export const medicine: Subject = (palette, id) => {
  const capsule = (x: number, y: number, turn: number, color: string): string =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      rect("#ffffff", -48, -20, 96, 40, 20),
      path(color, "M0 -20H28A20 20 0 0 1 28 20H0Z"),
      rect("#ffffff", -30, -12, 56, 8, 4, { opacity: 0.55 }),
    );
  return [
    shadow(200, 160),
    clipped(
      `${id}bottle`,
      "M118 128H266Q288 128 288 150V350Q288 372 266 372H118Q96 372 96 350V150Q96 128 118 128Z",
      rect(palette.main, 90, 120, 210, 260),
      path(darker(palette.main, 0.25), "M248 120H300V380H232Q260 250 248 120Z"),
      rect(palette.paper, 90, 186, 210, 132),
      path(darker(palette.paper, 0.1), "M252 186H300V318H246Z"),
      rect(palette.accent, 90, 306, 210, 12),
      rect("#ffffff", 108, 140, 14, 220, 7, { opacity: 0.35 }),
    ),
    path(palette.accent, "M168 214H206V236H228V272H206V294H168V272H146V236H168Z"),
    rect(palette.deep, 98, 62, 188, 74, 14),
    ...Array.from({ length: 9 }, (_, index) =>
      rect(lighter(palette.deep, 0.16), 110 + index * 19, 70, 8, 58, 4),
    ),
    capsule(296, 348, -16, palette.accent),
    capsule(112, 354, 12, lighter(palette.main, 0.25)),
    ellipse("#ffffff", 356, 366, 22, 9),
  ].join("");
};

/** Cream in a jar and a tube, with leaves. */
export const skinCare: Subject = (palette) =>
  [
    shadow(200, 168),
    leaf(96, 300, -34, 1.6),
    leaf(70, 330, -64, 1.1, lighter(LEAF, 0.2)),
    leaf(322, 300, 36, 1.5, lighter(LEAF, 0.15)),
    path(palette.paper, "M122 62Q176 48 230 62L216 316H136Z"),
    path(darker(palette.paper, 0.12), "M196 55Q214 57 230 62L216 316H188Z"),
    path(palette.main, "M126 128Q176 120 226 128L220 226Q176 232 132 226Z"),
    circle(palette.light, 176, 176, 30),
    leaf(176, 202, 0, 0.46, palette.main),
    line(darker(palette.paper, 0.2), 5, "M124 70Q176 58 228 70"),
    rect(palette.deep, 132, 312, 88, 60, 10),
    rect(lighter(palette.deep, 0.18), 142, 318, 12, 48, 6),
    path(palette.light, "M200 290H348V344Q348 372 320 372H228Q200 372 200 344Z"),
    path(darker(palette.light, 0.14), "M310 290H348V344Q348 372 320 372H296Q318 350 310 290Z"),
    rect(palette.accent, 190, 246, 168, 52, 14),
    path(darker(palette.accent, 0.16), "M316 246H344Q358 246 358 260V284Q358 298 344 298H308Z"),
    rect("#ffffff", 206, 256, 60, 8, 4, { opacity: 0.6 }),
    path(
      palette.paper,
      "M240 246Q228 214 262 208Q256 186 284 180Q300 176 308 190Q298 188 296 198Q322 210 308 246Z",
    ),
  ].join("");

/** Drops in a glass bottle. */
export const serum: Subject = (palette, id) =>
  [
    shadow(200, 130),
    leaf(128, 366, -40, 1.5),
    leaf(272, 366, 44, 1.7, lighter(LEAF, 0.18)),
    rect(palette.deep, 176, 22, 48, 84, 22),
    rect(palette.accent, 162, 96, 76, 44, 8),
    ...Array.from({ length: 5 }, (_, index) =>
      rect(darker(palette.accent, 0.2), 170 + index * 14, 100, 5, 36, 2),
    ),
    clipped(
      `${id}glass`,
      "M166 140H234Q238 164 262 174Q286 186 286 214V348Q286 372 262 372H138Q114 372 114 348V214Q114 186 138 174Q162 164 166 140Z",
      rect(lighter(palette.main, 0.15), 100, 130, 200, 250),
      rect(darker(palette.main, 0.25), 246, 130, 60, 250),
      rect("#ffffff", 194, 130, 12, 150, 6, { opacity: 0.6 }),
      rect(palette.paper, 100, 236, 200, 96),
      rect(palette.accent, 100, 322, 200, 10),
      path("#ffffff", "M128 210Q132 192 150 188V350H128Z", { opacity: 0.35 }),
    ),
    path(palette.main, "M200 250Q228 284 200 304Q172 284 200 250Z"),
    path("#ffffff", "M192 282Q190 294 202 298Q186 300 192 282Z", { opacity: 0.8 }),
  ].join("");

/** Shampoo and a sponge among bubbles. */
export const bathCare: Subject = (palette, id) =>
  [
    shadow(200, 160),
    clipped(
      `${id}bottle`,
      "M112 150Q112 126 136 126H228Q252 126 252 150V346Q252 372 226 372H138Q112 372 112 346Z",
      rect(palette.main, 100, 120, 160, 260),
      rect(darker(palette.main, 0.22), 216, 120, 50, 260),
      path(palette.light, "M100 206Q180 180 260 206V312Q180 336 100 312Z"),
      rect("#ffffff", 124, 140, 12, 214, 6, { opacity: 0.4 }),
    ),
    path(palette.main, "M182 222Q222 268 182 300Q142 268 182 222Z"),
    rect(palette.deep, 160, 92, 44, 40, 6),
    rect(palette.deep, 172, 62, 20, 40),
    path(palette.deep, "M112 48H196Q208 48 208 60V72H150Q132 72 126 84H104Q100 62 112 48Z"),
    path(
      palette.accent,
      "M236 296Q244 262 280 266Q298 244 324 262Q356 262 360 296Q380 324 352 348Q346 374 312 370Q284 382 262 366Q230 362 232 334Q222 312 236 296Z",
    ),
    ...[
      [266, 296, 9],
      [306, 288, 7],
      [334, 316, 10],
      [288, 330, 8],
      [316, 350, 6],
      [258, 340, 6],
    ].map(([x = 0, y = 0, r = 0]) => ellipse(darker(palette.accent, 0.25), x, y, r, r * 0.7)),
    ...[
      [298, 216, 26],
      [340, 176, 16],
      [278, 160, 12],
      [330, 232, 11],
      [80, 250, 17],
      [62, 200, 10],
      [84, 330, 12],
    ].map(
      ([x = 0, y = 0, r = 0]) =>
        circle("#ffffff", x, y, r, { opacity: 0.55 }) + circle("#ffffff", x - r * 0.3, y - r * 0.3, r * 0.25),
    ),
  ].join("");
