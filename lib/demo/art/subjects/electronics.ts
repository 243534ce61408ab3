import { darker, lighter } from "../color";
import { circle, clipped, ellipse, faded, group, line, path, rect } from "../svg";
import { type Subject, shadow } from "./subject";

const BODY = "#1c2230";
const METAL = "#d5dbe3";

/** A telephone whose screen shows a picture. */
export const smartphone: Subject = (palette, id) =>
  [
    shadow(200, 110),
    group(
      "rotate(7 200 220)",
      rect("#394256", 114, 24, 180, 344, 34),
      rect(BODY, 108, 24, 180, 344, 34),
      clipped(
        `${id}screen`,
        "M146 36H250Q276 36 276 62V330Q276 356 250 356H146Q120 356 120 330V62Q120 36 146 36Z",
        rect(palette.main, 110, 30, 180, 340),
        circle(palette.accent, 236, 124, 44),
        path(lighter(palette.main, 0.3), "M110 230Q160 170 212 214T300 190V370H110Z"),
        path(lighter(palette.main, 0.55), "M110 278Q170 226 226 262T300 246V370H110Z"),
        path(palette.light, "M110 322Q180 286 236 312T300 304V370H110Z"),
        path("#ffffff", "M110 30H200L110 260Z", { opacity: 0.12 }),
      ),
      rect(BODY, 174, 44, 48, 14, 7),
      faded(0.9, ...[0, 1, 2, 3].map((index) => rect("#ffffff", 136 + index * 33, 314, 24, 24, 7))),
    ),
  ].join("");

/** Over-ear headphones. */
export const headphones: Subject = (palette) =>
  [
    shadow(200, 150),
    line(palette.deep, 26, "M78 262C60 30 340 30 322 262"),
    line(palette.main, 14, "M84 214C84 66 316 66 316 214"),
    line(lighter(palette.main, 0.5), 5, "M100 150C122 92 180 74 224 78", { opacity: 0.8 }),
    rect(METAL, 66, 206, 22, 66, 10),
    rect(METAL, 312, 206, 22, 66, 10),
    rect(darker(palette.deep, 0.3), 104, 234, 44, 132, 22),
    rect(darker(palette.deep, 0.3), 252, 234, 44, 132, 22),
    path(palette.main, "M124 238Q126 228 112 228Q52 230 50 300Q52 370 112 372Q126 372 124 362Z"),
    path(palette.main, "M276 238Q274 228 288 228Q348 230 350 300Q348 370 288 372Q274 372 276 362Z"),
    path(darker(palette.main, 0.25), "M312 236Q348 246 350 300Q348 370 288 372Q334 340 312 236Z"),
    path(lighter(palette.main, 0.35), "M66 282Q70 250 96 244Q78 264 78 292Z", { opacity: 0.8 }),
    circle(palette.accent, 84, 304, 16),
    circle(palette.accent, 316, 304, 16),
    circle(palette.paper, 84, 304, 6),
    circle(palette.paper, 316, 304, 6),
  ].join("");

/** An open laptop with a chart on it. */
export const laptop: Subject = (palette, id) =>
  [
    shadow(200, 196),
    rect(BODY, 66, 108, 268, 206, 18),
    clipped(
      `${id}screen`,
      "M82 124H318V298H82Z",
      rect(palette.deep, 80, 120, 240, 180),
      circle(palette.main, 300, 130, 110, { opacity: 0.7 }),
      circle(palette.accent, 110, 310, 74, { opacity: 0.85 }),
      circle(lighter(palette.main, 0.3), 190, 290, 60, { opacity: 0.6 }),
      path("#ffffff", "M82 124H186L110 298H82Z", { opacity: 0.08 }),
    ),
    group(
      "translate(200 208)",
      circle("#ffffff", 0, 0, 40, { opacity: 0.95 }),
      path(palette.main, "M-12 -20L24 0L-12 20Z"),
    ),
    path(METAL, "M18 330H382Q382 362 346 366H54Q18 362 18 330Z"),
    path(darker(METAL, 0.2), "M18 344H382Q378 364 346 366H54Q22 364 18 344Z"),
    path(lighter(METAL, 0.5), "M44 312H356L382 332H18Z"),
    path(darker(METAL, 0.35), "M70 316H330L338 326H62Z"),
    rect(darker(METAL, 0.3), 160, 331, 80, 8, 4),
  ].join("");

/** A washing machine at work. */
export const washingMachine: Subject = (palette, id) =>
  [
    shadow(200, 140),
    rect(darker(METAL, 0.25), 92, 360, 36, 14, 5),
    rect(darker(METAL, 0.25), 272, 360, 36, 14, 5),
    rect("#f4f6f9", 70, 46, 260, 318, 22),
    path("#d5dbe3", "M282 46H308Q330 46 330 68V342Q330 364 308 364H262Q300 220 282 46Z"),
    rect("#e6ebf1", 70, 46, 260, 66, 22),
    rect("#e6ebf1", 70, 80, 260, 32),
    rect("#ffffff", 90, 64, 86, 30, 8),
    circle(palette.deep, 222, 79, 20),
    line(palette.accent, 5, "M222 79L232 66"),
    circle(palette.accent, 270, 79, 9),
    circle(palette.main, 300, 79, 9),
    circle(METAL, 200, 238, 100),
    circle(darker(METAL, 0.3), 200, 238, 86),
    clipped(
      `${id}door`,
      "M124 238A76 76 0 1 1 276 238A76 76 0 1 1 124 238Z",
      rect(palette.deep, 120, 160, 160, 160),
      path(palette.accent, "M150 210Q196 150 232 206Q262 256 200 262Q150 266 150 210Z"),
      path(lighter(palette.main, 0.45), "M186 196Q250 176 262 236Q242 276 206 244Q180 226 186 196Z"),
      path(palette.main, "M110 254Q150 226 200 254T290 250V330H110Z", { opacity: 0.85 }),
      path(lighter(palette.main, 0.3), "M110 282Q160 258 210 282T290 278V330H110Z", { opacity: 0.9 }),
      ...[
        [160, 236, 9],
        [236, 244, 7],
        [208, 226, 11],
        [184, 262, 6],
      ].map(([x = 0, y = 0, r = 0]) => circle("#ffffff", x, y, r, { opacity: 0.75 })),
      path("#ffffff", "M136 214Q150 178 184 170Q156 192 150 226Z", { opacity: 0.55 }),
    ),
  ].join("");

/** A watch that counts steps. */
export const smartwatch: Subject = (palette) =>
  [
    shadow(200, 84),
    path(palette.main, "M148 132L160 34Q162 22 176 22H224Q238 22 240 34L252 132Z"),
    path(palette.main, "M148 266L160 360Q162 372 176 372H224Q238 372 240 360L252 266Z"),
    path(
      darker(palette.main, 0.22),
      "M216 22H224Q238 22 240 34L252 132H224ZM224 266H252L240 360Q238 372 224 372H214Z",
    ),
    ...[52, 76].map((y) => ellipse(darker(palette.main, 0.4), 200, y, 6, 4)),
    ...[318, 340].map((y) => ellipse(darker(palette.main, 0.4), 200, y, 6, 4)),
    rect("#394256", 284, 168, 16, 44, 8),
    rect(METAL, 104, 108, 184, 182, 54),
    rect(BODY, 114, 118, 164, 162, 46),
    ...[
      [56, palette.accent, 264],
      [42, lighter(palette.main, 0.35), 190],
      [28, "#f4f6f9", 130],
    ].map(([radius, color, share]) => {
      const r = Number(radius);
      const length = 2 * Math.PI * r;
      return (
        circle("none", 196, 199, r, { stroke: "#ffffff", "stroke-width": 10, "stroke-opacity": 0.14 }) +
        circle("none", 196, 199, r, {
          stroke: String(color),
          "stroke-width": 10,
          "stroke-linecap": "round",
          "stroke-dasharray": `${Math.round((length * Number(share)) / 360)} ${Math.round(length)}`,
          transform: "rotate(-90 196 199)",
        })
      );
    }),
    path("#ffffff", "M128 164Q132 134 162 130L128 190Z", { opacity: 0.12 }),
  ].join("");
