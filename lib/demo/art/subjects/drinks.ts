import { darker, lighter, mix } from "../color";
import { circle, clipped, ellipse, faded, group, line, path, rect } from "../svg";
import { type Subject, shadow } from "./subject";

const COFFEE = "#3b2216";
const CREMA = "#c98f55";

const steam = (x: number, y: number, size: number): string =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    line("#ffffff", 9, "M0 0C-22 -26 22 -44 0 -74", { opacity: 0.75 }),
    line("#ffffff", 9, "M34 4C14 -22 54 -40 34 -66", { opacity: 0.5 }),
  );

const bean = (color: string, x: number, y: number, turn: number, size = 1): string =>
  group(
    `translate(${x} ${y}) rotate(${turn}) scale(${size})`,
    ellipse(color, 0, 0, 26, 18),
    line(lighter(color, 0.35), 4, "M-20 -4C-8 8 8 -8 20 4"),
  );

/** A paper cup with a sleeve and a lid. */
export const takeawayCup: Subject = (palette, id) =>
  [
    shadow(205, 128),
    clipped(
      `${id}cup`,
      "M116 128H284L262 356Q260 372 244 372H156Q140 372 138 356Z",
      rect(palette.paper, 100, 110, 200, 270),
      path(darker(palette.paper, 0.12), "M236 110H300V380H214Z"),
      rect(palette.main, 100, 196, 200, 112),
      path(darker(palette.main, 0.18), "M229 196H300V308H220Z"),
      rect(palette.accent, 100, 190, 200, 10),
      rect(palette.accent, 100, 304, 200, 10),
    ),
    circle(palette.paper, 186, 252, 36),
    bean(palette.main, 186, 252, -38),
    rect(palette.deep, 104, 104, 192, 32, 12),
    path(lighter(palette.deep, 0.12), "M122 104L130 74Q132 66 142 66H258Q268 66 270 74L278 104Z"),
    rect(darker(palette.deep, 0.4), 214, 72, 30, 8, 4),
    faded(0.25, rect("#ffffff", 132, 144, 12, 40, 6), rect("#ffffff", 146, 318, 10, 40, 5)),
    bean(COFFEE, 312, 356, 24, 0.9),
    bean(lighter(COFFEE, 0.12), 352, 362, -20, 0.75),
    bean(COFFEE, 88, 362, -28, 0.8),
    steam(184, 52, 0.72),
  ].join("");

/** The long-handled pot of Turkish coffee, and a small cup of it. */
export const kanaka: Subject = (palette) => {
  const copper = mix("#c9703a", palette.accent, 0.25);
  return [
    shadow(190, 168),
    line(darker(COFFEE, 0.2), 24, "M206 196L372 112"),
    line(lighter(COFFEE, 0.2), 6, "M226 182L362 112", { opacity: 0.5 }),
    path(copper, "M84 178H232L218 226Q262 268 254 328Q248 372 206 372H110Q68 372 62 328Q54 268 98 226Z"),
    path(
      darker(copper, 0.22),
      "M176 178H232L218 226Q262 268 254 328Q248 372 206 372H164Q214 356 214 304Q214 258 180 226Z",
    ),
    line(lighter(copper, 0.5), 10, "M92 262Q78 290 86 322", { opacity: 0.8 }),
    ellipse(darker(copper, 0.3), 158, 178, 78, 18),
    ellipse(COFFEE, 158, 178, 66, 13),
    ellipse(CREMA, 148, 177, 46, 8),
    rect(darker(copper, 0.3), 96, 222, 124, 9, 4),
    steam(140, 146, 0.95),
    ellipse(palette.paper, 318, 366, 70, 11),
    ellipse(darker(palette.paper, 0.14), 318, 363, 56, 7),
    path(palette.paper, "M276 290H360Q362 356 332 362H304Q274 356 276 290Z"),
    path(palette.main, "M275 312H361Q361 324 359 332H277Q275 324 275 312Z"),
    path(darker(palette.paper, 0.12), "M334 290H360Q362 356 332 362H322Q340 346 334 290Z", { opacity: 0.55 }),
    line(palette.paper, 9, "M361 304Q388 304 380 326Q374 340 354 338"),
    ellipse(COFFEE, 318, 291, 41, 9),
    ellipse(CREMA, 312, 290, 26, 5),
  ].join("");
};

/** A tall iced glass with a straw and a slice of citrus. */
export const icedDrink: Subject = (palette, id) => {
  const drink = mix("#e8842c", palette.accent, 0.3);
  const glass = "M120 96H280L258 352Q256 372 236 372H164Q144 372 142 352Z";
  const ice = (x: number, y: number, turn: number): string =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      rect("#ffffff", -26, -26, 52, 52, 10, { opacity: 0.5 }),
      rect("#ffffff", -18, -18, 18, 8, 4, { opacity: 0.7 }),
    );
  return [
    shadow(200, 112),
    line(palette.main, 15, "M212 330L258 52L308 34"),
    line(lighter(palette.main, 0.45), 4, "M214 318L260 56L306 39"),
    clipped(
      `${id}glass`,
      glass,
      rect("#ffffff", 100, 80, 200, 300, 0, { opacity: 0.35 }),
      path(lighter(drink, 0.25), "M100 152Q150 138 200 152T300 152V380H100Z"),
      path(drink, "M100 236Q150 224 200 236T300 236V380H100Z"),
      path(darker(drink, 0.2), "M100 318Q150 306 200 318T300 318V380H100Z"),
      ice(168, 190, 18),
      ice(230, 206, -14),
      ice(184, 262, 40),
      path("#0a0a14", "M246 80H300V380H226Z", { opacity: 0.1 }),
      path("#ffffff", "M134 110H150L166 350H154Z", { opacity: 0.55 }),
    ),
    line("#ffffff", 7, "M120 96H280", { opacity: 0.8 }),
    group(
      "translate(122 98) rotate(-18)",
      circle("#f2a71b", 0, 0, 52),
      circle("#fff3d6", 0, 0, 43),
      circle("#ffc53d", 0, 0, 37),
      line("#fff3d6", 5, "M0 -35V35M-30 -18L30 18M-30 18L30 -18"),
    ),
    group(
      "translate(296 62)",
      path("#3f9d5a", "M0 0Q30 -50 66 -38Q58 2 0 0Z"),
      line("#2c7a44", 4, "M6 -4Q34 -14 56 -32"),
    ),
  ].join("");
};

/** A slice of layered cake on a plate. */
export const cakeSlice: Subject = (palette) => {
  const sponge = "#e9b872";
  const cream = "#fff4e2";
  return [
    shadow(200, 170),
    ellipse(darker(palette.paper, 0.12), 200, 352, 172, 26),
    ellipse(palette.paper, 200, 344, 172, 26),
    ellipse(darker(palette.paper, 0.06), 200, 342, 128, 17),
    path(darker(sponge, 0.12), "M318 200L330 338H82V240Z"),
    path(sponge, "M82 212L330 196V334Q330 342 322 342H90Q82 342 82 334Z"),
    path(cream, "M82 252L330 236V262L82 278Z"),
    path(palette.main, "M82 262L330 246V254L82 270Z"),
    path(cream, "M82 302L330 290V310L82 322Z"),
    path(
      lighter(palette.main, 0.1),
      "M74 204Q196 112 318 156Q342 166 338 206Q330 226 316 208Q304 196 292 210Q280 236 264 214Q250 200 236 214Q222 244 206 220Q192 206 178 220Q166 240 152 224Q138 210 124 224Q110 238 96 224Q80 222 74 204Z",
    ),
    path(lighter(palette.main, 0.4), "M120 186Q206 132 296 158Q212 150 120 186Z", { opacity: 0.7 }),
    circle("#c92a3b", 222, 122, 38),
    path("#ffffff", "M200 106Q210 92 226 94Q210 100 204 114Z", { opacity: 0.7 }),
    line("#3f7d3a", 7, "M224 88Q232 56 262 44"),
    path("#58a04f", "M244 56Q262 22 300 30Q292 62 244 56Z"),
    ...[
      [120, 330],
      [176, 298],
      [286, 322],
      [250, 286],
    ].map(([x = 0, y = 0]) => circle(darker(sponge, 0.18), x, y, 4)),
  ].join("");
};
