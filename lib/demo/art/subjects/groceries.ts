import { darker, lighter } from "../color";
import { circle, clipped, ellipse, group, line, path, rect } from "../svg";
import { type Subject, shadow } from "./subject";

const LEAF = "#4f9d4a";
const WICKER = "#c98d4b";

const tomato = (x: number, y: number, r: number): string =>
  group(
    `translate(${x} ${y}) scale(${r / 50})`,
    circle("#e0452f", 0, 0, 50),
    path("#b9301f", "M20 -46A50 50 0 0 1 -22 45A58 58 0 0 0 20 -46Z", { opacity: 0.6 }),
    ellipse("#ffffff", -20, -20, 11, 7, { opacity: 0.6, transform: "rotate(-40 -20 -20)" }),
    path(
      "#3c8240",
      "M0 -40L10 -62L14 -44L34 -50L22 -34L36 -24L12 -28L0 -14L-10 -28L-34 -22L-22 -36L-34 -52L-12 -44Z",
    ),
  );

const carrot = (x: number, y: number, turn: number): string =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    path(LEAF, "M0 -62Q-40 -108 -22 -140Q0 -120 0 -84Q4 -132 30 -142Q42 -104 8 -62Z"),
    path("#f0842a", "M-30 -64Q0 -80 30 -64Q34 20 4 96Q0 102 -4 96Q-34 20 -30 -64Z"),
    line("#c9651a", 5, "M-26 -40H-4M26 -14H8M-18 14H-2"),
  );

const aubergine = (x: number, y: number, turn: number): string =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    path("#4b2463", "M-20 -60Q-52 10 -38 56Q-20 88 6 84Q44 74 40 18Q36 -24 20 -62Z"),
    path("#7b4a96", "M-22 -30Q-38 16 -28 48Q-20 10 -8 -30Z", { opacity: 0.8 }),
    path("#4b8a45", "M-28 -48Q-22 -76 -4 -78L-8 -102H8L10 -78Q26 -74 28 -50Q14 -58 0 -46Q-12 -58 -28 -48Z"),
  );

/** A wicker basket full of vegetables and bread. */
export const marketBasket: Subject = (palette, id) => {
  const weave = Array.from({ length: 5 }, (_, row) =>
    Array.from({ length: 9 }, (_, column) =>
      rect(
        (row + column) % 2 === 0 ? WICKER : darker(WICKER, 0.2),
        60 + column * 32,
        232 + row * 28,
        34,
        26,
        9,
      ),
    ).join(""),
  ).join("");
  return [
    shadow(200, 160),
    line(darker(WICKER, 0.32), 15, "M84 230C92 8 308 8 316 230"),
    group(
      "translate(286 150) rotate(24)",
      rect("#d99a4e", -26, -116, 54, 220, 27),
      line("#fbe3bd", 8, "M-10 -76L14 -90M-10 -38L14 -52M-10 0L14 -14"),
    ),
    carrot(230, 168, 10),
    path(
      LEAF,
      "M92 232Q44 160 84 112Q96 128 104 126Q104 84 148 84Q150 112 160 116Q196 96 214 138Q194 178 196 232Z",
    ),
    path("#7cbf6b", "M140 232Q120 176 140 112Q154 176 158 232Z"),
    line("#3a7a3d", 4, "M110 226Q92 178 96 142M180 226Q180 172 196 146"),
    aubergine(272, 210, 34),
    tomato(164, 204, 46),
    tomato(226, 220, 40),
    clipped(
      `${id}weave`,
      "M62 230H338L314 352Q310 372 290 372H110Q90 372 86 352Z",
      rect(darker(WICKER, 0.4), 50, 220, 300, 160),
      weave,
      path("#0a0a14", "M270 220H350V380H236Z", { opacity: 0.14 }),
    ),
    rect(darker(WICKER, 0.24), 50, 218, 300, 28, 14),
    rect(lighter(WICKER, 0.25), 64, 223, 272, 6, 3),
    path(palette.main, "M146 246H254V262L200 312L146 262Z", { opacity: 0.92 }),
    circle(palette.paper, 200, 272, 13),
  ].join("");
};

/** A cut watermelon with mangoes beside it. */
export const summerFruit: Subject = () => {
  const seed = (x: number, y: number, turn: number): string =>
    ellipse("#2b1a1a", x, y, 5, 9, { transform: `rotate(${turn} ${x} ${y})` });
  return [
    shadow(200, 176),
    circle("#2f7d43", 150, 250, 122),
    line("#1f5d31", 14, "M92 146Q60 250 96 356M150 128Q128 250 152 372M206 146Q208 250 202 360", {
      opacity: 0.75,
    }),
    path("#ffffff", "M66 196Q84 150 122 142Q92 166 82 204Z", { opacity: 0.35 }),
    group(
      "translate(236 372) rotate(-5)",
      path("#2f7d43", "M-138 -132H138A138 138 0 0 1 -138 -132Z"),
      path("#e9f4cf", "M-128 -132H128A128 128 0 0 1 -128 -132Z"),
      path("#ef4a4f", "M-116 -132H116A116 116 0 0 1 -116 -132Z"),
      path("#d63a44", "M30 -132H116A116 116 0 0 1 -10 -16A120 120 0 0 0 30 -132Z", { opacity: 0.5 }),
      seed(-76, -104, 30),
      seed(-36, -82, 14),
      seed(6, -104, 0),
      seed(44, -80, -16),
      seed(82, -106, -32),
      seed(-8, -50, 4),
    ),
    group(
      "translate(322 322)",
      path("#f6a623", "M-52 6Q-44 -52 14 -48Q64 -42 58 8Q48 52 -4 50Q-50 48 -52 6Z"),
      path("#e2603a", "M10 -48Q64 -42 58 8Q50 40 22 48Q40 4 10 -48Z", { opacity: 0.6 }),
      path("#ffffff", "M-34 -2Q-28 -30 -4 -34Q-20 -20 -24 4Z", { opacity: 0.5 }),
      line("#6b4a21", 7, "M10 -48Q12 -62 22 -66"),
      path(LEAF, "M18 -62Q44 -92 74 -76Q56 -50 18 -62Z"),
    ),
  ].join("");
};

/** Oil, rice and tins: the monthly shop. */
export const pantry: Subject = (palette, id) =>
  [
    shadow(200, 168),
    path("#c98a1c", "M76 152Q76 128 96 112V64H144V112Q164 128 164 152V356Q164 372 148 372H92Q76 372 76 356Z"),
    path(
      "#f3bc3c",
      "M84 160Q84 136 104 120V92H136V120Q156 136 156 160V354Q156 364 146 364H94Q84 364 84 354Z",
    ),
    rect(palette.deep, 92, 36, 56, 34, 8),
    rect(palette.paper, 76, 208, 88, 96),
    rect(palette.main, 76, 208, 88, 16),
    rect(palette.main, 76, 290, 88, 14),
    path(palette.accent, "M120 232Q142 262 120 282Q98 262 120 232Z"),
    rect("#ffffff", 90, 136, 8, 64, 4, { opacity: 0.6 }),
    clipped(
      `${id}bag`,
      "M160 172Q230 184 300 172L312 356Q312 372 296 372H170Q154 372 152 356Z",
      rect(palette.paper, 140, 160, 190, 220),
      path(palette.main, "M140 160H330V222Q236 250 140 222Z"),
      path(darker(palette.main, 0.3), "M140 214Q236 242 330 214V224Q236 252 140 224Z"),
      path("#0a0a14", "M274 160H330V380H258Q282 280 274 160Z", { opacity: 0.1 }),
    ),
    path(darker(palette.main, 0.25), "M160 172Q230 184 300 172L294 144Q230 156 168 144Z"),
    circle(palette.light, 232, 300, 46),
    ...[-36, 0, 36].map((turn) =>
      group(
        `translate(232 336) rotate(${turn})`,
        line("#b98a3a", 4, "M0 0V-56"),
        ...[-52, -40, -28].map(
          (y) =>
            ellipse("#d9a648", -7, y, 5, 9, { transform: `rotate(-30 -7 ${y})` }) +
            ellipse("#d9a648", 7, y, 5, 9, { transform: `rotate(30 7 ${y})` }),
        ),
      ),
    ),
    rect("#c8ced6", 282, 262, 84, 110, 8),
    rect(palette.accent, 282, 280, 84, 74),
    rect(darker(palette.accent, 0.2), 340, 280, 26, 74),
    ellipse("#e9edf2", 324, 264, 42, 10),
    ellipse("#aeb6c0", 324, 264, 32, 6),
    circle("#e0452f", 318, 318, 22),
    path("#3c8240", "M318 302L324 290L328 302L340 300L330 310H306L298 300L310 302Z"),
  ].join("");

/** Round and long loaves on a board. */
export const bakery: Subject = (palette) => {
  const crust = "#d0843a";
  const round = (x: number, y: number, size: number): string =>
    group(
      `translate(${x} ${y}) scale(${size})`,
      ellipse(darker(crust, 0.22), 0, 8, 110, 44),
      ellipse(crust, 0, 0, 110, 44),
      ellipse("#eab56f", -8, -8, 88, 30),
      ...[
        [-50, -8],
        [-12, -20],
        [34, -10],
        [6, 4],
        [-30, 8],
        [62, 0],
      ].map(([cx = 0, cy = 0]) => ellipse("#a9622a", cx, cy, 9, 4, { opacity: 0.55 })),
    );
  return [
    shadow(200, 180),
    rect("#8a5a34", 40, 346, 320, 26, 12),
    rect("#a9744a", 40, 342, 320, 16, 8),
    group(
      "translate(308 208) rotate(16)",
      rect(crust, -32, -150, 66, 290, 33),
      rect("#eab56f", -20, -138, 22, 262, 11, { opacity: 0.7 }),
      line("#fbe3bd", 10, "M-14 -98L18 -114M-14 -54L18 -70M-14 -10L18 -26M-14 34L18 18"),
    ),
    round(164, 316, 1),
    round(170, 274, 0.98),
    round(158, 232, 0.96),
    round(168, 190, 0.92),
    line("#b98a3a", 5, "M88 150Q92 92 62 46"),
    ...[0, 1, 2, 3].map((step) =>
      group(
        `translate(${87 - step * 7} ${118 - step * 22})`,
        ellipse(palette.accent, -13, 0, 8, 15, { transform: "rotate(-34 -13 0)" }),
        ellipse(darker(palette.accent, 0.12), 13, -2, 8, 15, { transform: "rotate(24 13 -2)" }),
      ),
    ),
  ].join("");
};
