import { darker, lighter } from "../color";
import { circle, ellipse, group, line, path, rect } from "../svg";
import { type Subject, shadow } from "./subject";

const lemon = (x: number, y: number, size: number): string =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    circle("#f2b81b", 0, 0, 44),
    circle("#fff6d8", 0, 0, 37),
    circle("#ffd84d", 0, 0, 32),
    line("#fff6d8", 4, "M0 -30V30M-26 -15L26 15M-26 15L26 -15"),
  );

const herb = (x: number, y: number, turn: number): string =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    line("#3c7d3f", 4, "M0 0Q6 -30 0 -62"),
    ...[-14, -30, -46].map(
      (at) =>
        ellipse("#57a355", -11, at, 12, 6, { transform: `rotate(28 -11 ${at})` }) +
        ellipse("#6fb866", 13, at - 4, 12, 6, { transform: `rotate(-28 13 ${at - 4})` }),
    ),
  );

/** A grilled fish with lemon on a plate. */
export const fishPlate: Subject = (palette) => {
  const skin = "#6f8fa8";
  return [
    shadow(200, 190),
    ellipse(darker(palette.paper, 0.2), 200, 314, 192, 58),
    ellipse(palette.paper, 200, 302, 192, 58),
    ellipse(darker(palette.paper, 0.07), 200, 300, 150, 41),
    ellipse(palette.paper, 200, 302, 144, 38),
    herb(92, 296, -50),
    herb(318, 300, 58),
    group(
      "translate(200 238) rotate(-9)",
      path(darker(skin, 0.25), "M118 4Q164 -50 186 -44Q172 -8 190 44Q160 46 116 10Z"),
      path(darker(skin, 0.18), "M-30 -52Q10 -108 66 -58L40 -40Z"),
      path(skin, "M-166 6Q-126 -66 -20 -64Q70 -58 132 6Q66 62 -24 64Q-126 66 -166 6Z"),
      path("#e6edf2", "M-160 16Q-120 64 -24 64Q66 62 132 6Q60 36 -30 34Q-110 34 -160 16Z"),
      path(darker(skin, 0.18), "M-92 -44Q-66 4 -94 48Q-60 20 -60 0Q-60 -26 -92 -44Z"),
      line(darker(skin, 0.5), 8, "M-30 -44L-8 34M16 -44L38 30M62 -34L82 20", { opacity: 0.55 }),
      circle("#ffffff", -124, -8, 12),
      circle("#1d2733", -122, -8, 6.5),
      line(darker(skin, 0.45), 5, "M-162 14Q-148 16 -138 12"),
      path("#ffffff", "M-104 -44Q-50 -62 20 -52Q-50 -50 -104 -30Z", { opacity: 0.4 }),
    ),
    lemon(126, 318, 0.86),
    lemon(182, 332, 0.72),
    circle("#e0452f", 268, 328, 22),
    circle("#e0452f", 306, 322, 18),
    circle("#ffffff", 262, 320, 5, { opacity: 0.7 }),
    circle("#ffffff", 301, 316, 4, { opacity: 0.7 }),
  ].join("");
};

/** Skewers over glowing coals. */
export const grill: Subject = (palette) => {
  const chunk = (x: number, y: number, color: string): string =>
    rect(darker(color, 0.2), x - 22, y - 18, 46, 44, 14) + rect(color, x - 24, y - 22, 46, 40, 14);
  const skewer = (y: number, shift: number): string =>
    line("#b9bfc7", 7, `M${26 + shift} ${y}H${386}`) +
    [
      ["#8f4a2a", 92],
      ["#d8402c", 142],
      ["#a35a30", 192],
      ["#e9b53a", 242],
      ["#8f4a2a", 292],
    ]
      .map(([color, x]) => chunk(Number(x) + shift, y, String(color)))
      .join("");
  const flame = (x: number, size: number): string =>
    group(
      `translate(${x} 284) scale(${size})`,
      path("#f0642a", "M0 0Q-44 -40 -8 -96Q-4 -64 18 -76Q20 -112 4 -132Q66 -92 44 -28Q34 0 0 0Z"),
      path("#ffc53d", "M6 0Q-18 -24 4 -56Q10 -34 22 -46Q38 -22 26 -6Q18 0 6 0Z"),
    );
  return [
    shadow(200, 170),
    line("#3a4150", 13, "M116 346L98 372M284 346L302 372"),
    flame(112, 0.9),
    flame(196, 1.15),
    flame(276, 0.92),
    path("#2d3442", "M44 268H356Q352 350 290 354H110Q48 350 44 268Z"),
    path("#434c5d", "M44 268H356L354 288H46Z"),
    ...[78, 122, 166, 210, 254, 298].map((x, index) =>
      rect(index % 2 === 0 ? palette.accent : "#f0642a", x, 304, 26, 12, 6, { opacity: 0.95 }),
    ),
    skewer(206, 0),
    skewer(254, 12),
    line("#ffffff", 9, "M150 138C134 116 166 100 150 76M246 130C230 108 262 92 246 68", { opacity: 0.5 }),
  ].join("");
};

/** An earthen pot with shrimps looking over its rim. */
export const shrimpPot: Subject = (palette) => {
  const clay = "#a9552f";
  const shrimp = (x: number, y: number, turn: number, size: number): string =>
    group(
      `translate(${x} ${y}) rotate(${turn}) scale(${size})`,
      line("#f2805f", 34, "M-44 34Q-58 -34 4 -44Q54 -46 54 4"),
      line("#ffb59a", 8, "M-56 20Q-56 -44 6 -56"),
      line("#d85f43", 5, "M-58 2L-34 0M-46 -30L-26 -18M-14 -54L-8 -32M26 -60L20 -36", { opacity: 0.7 }),
      path("#e0593d", "M38 0L28 44L52 26L72 46L70 0Z"),
      circle("#1d1d28", -46, 28, 5),
      line("#e0593d", 4, "M-54 40Q-90 40 -96 6M-46 46Q-70 66 -98 56"),
    );
  return [
    shadow(200, 160),
    shrimp(140, 176, -6, 0.95),
    shrimp(262, 178, 20, 0.9),
    shrimp(202, 150, 4, 1),
    herb(112, 206, -26),
    herb(300, 206, 30),
    path(clay, "M58 212H342Q350 372 258 372H142Q50 372 58 212Z"),
    path(darker(clay, 0.22), "M272 212H342Q350 372 258 372H214Q300 346 272 212Z"),
    rect(darker(clay, 0.12), 44, 198, 312, 34, 17),
    rect(lighter(clay, 0.22), 60, 204, 250, 8, 4),
    line(
      palette.accent,
      9,
      "M70 272L98 292L126 272L154 292L182 272L210 292L238 272L266 292L294 272L322 292L334 284",
    ),
    line(palette.paper, 5, "M76 312H326", { opacity: 0.7 }),
    path(darker(clay, 0.2), "M44 226Q10 226 16 262Q24 282 60 274V252Q36 256 38 244Q42 240 58 242Z"),
    path(darker(clay, 0.3), "M356 226Q390 226 384 262Q376 282 340 274V252Q364 256 362 244Q358 240 342 242Z"),
    lemon(314, 346, 0.66),
  ].join("");
};
