import { darker, lighter } from "../color";
import { circle, clipped, ellipse, group, line, path, rect } from "../svg";
import { type Subject, shadow } from "./subject";

const WOOD = "#9a6a42";

const plant = (x: number, y: number, size: number): string =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    ...[-62, -34, -8, 20, 46, 70].map((turn, index) =>
      path(index % 2 === 0 ? "#4d9460" : "#6bb27c", "M0 0Q-26 -66 0 -138Q26 -66 0 0Z", {
        transform: `rotate(${turn})`,
      }),
    ),
  );

/** A sofa with cushions and a lamp over it. */
export const sofa: Subject = (palette) =>
  [
    shadow(200, 196),
    line(WOOD, 11, "M92 350L84 374M308 350L316 374"),
    line("#5b4a3d", 7, "M346 372V130"),
    ellipse("#5b4a3d", 346, 372, 30, 6),
    path(palette.accent, "M316 64H376L394 132H298Z"),
    path(lighter(palette.accent, 0.4), "M322 64H340L326 132H298Z", { opacity: 0.7 }),
    path(lighter(palette.accent, 0.6), "M304 132H388L420 260H270Z", { opacity: 0.18 }),
    path(darker(palette.main, 0.12), "M74 196Q74 166 104 166H272Q302 166 302 196V300H74Z"),
    path(darker(palette.main, 0.28), "M186 168H190V300H186Z"),
    path(palette.main, "M72 274Q188 254 304 274V322H72Z"),
    path(darker(palette.main, 0.28), "M186 266H190V320H186Z"),
    path(darker(palette.main, 0.18), "M40 318H336V340Q336 354 322 354H54Q40 354 40 340Z"),
    path(lighter(palette.main, 0.12), "M28 252Q28 224 56 224Q84 224 84 252V354H54Q28 354 28 328Z"),
    path(lighter(palette.main, 0.05), "M348 252Q348 224 320 224Q292 224 292 252V354H322Q348 354 348 328Z"),
    group(
      "translate(122 240) rotate(-12)",
      rect(palette.accent, -36, -36, 72, 72, 14),
      line(palette.paper, 5, "M-36 -12H36M-36 12H36"),
    ),
    group(
      "translate(252 242) rotate(10)",
      rect(palette.light, -34, -34, 68, 68, 14),
      circle(palette.main, 0, 0, 15),
    ),
  ].join("");

/** Folded towels beside a plant. */
export const linen: Subject = (palette, id) => {
  const towel = (y: number, color: string): string =>
    [
      rect(darker(color, 0.2), 62, y + 6, 206, 50, 25),
      rect(color, 62, y, 206, 50, 25),
      path(darker(color, 0.14), `M236 ${y}H243A25 25 0 0 1 243 ${y + 50}H236Q256 ${y + 25} 236 ${y}Z`),
      line(lighter(color, 0.5), 5, `M92 ${y + 16}H220`, { opacity: 0.7 }),
      line(darker(color, 0.24), 4, `M80 ${y + 34}H238`, { opacity: 0.5 }),
    ].join("");
  return [
    shadow(200, 176),
    plant(320, 250, 1.25),
    clipped(
      `${id}pot`,
      "M270 240H370L358 352Q356 372 338 372H302Q284 372 282 352Z",
      rect(palette.paper, 260, 230, 120, 150),
      path(darker(palette.paper, 0.16), "M336 230H380V380H322Z"),
      line(palette.accent, 8, "M262 284L282 300L302 284L322 300L342 284L362 300L382 284"),
    ),
    rect(darker(palette.paper, 0.1), 262, 232, 116, 20, 10),
    towel(316, palette.deep),
    towel(258, palette.light),
    towel(200, palette.main),
    towel(142, palette.accent),
    group(
      "translate(160 116)",
      ...[-60, -30, 0, 30, 60].map((turn) =>
        path("#ffffff", "M0 18Q-16 -16 0 -44Q16 -16 0 18Z", { transform: `rotate(${turn})` }),
      ),
      circle("#ffd27a", 0, 8, 11),
    ),
  ].join("");
};

/** A pile of books with reading glasses. */
export const books: Subject = (palette) => {
  const book = (x: number, y: number, width: number, color: string): string =>
    [
      rect(color, x, y, width, 46, 8),
      path(
        "#fdf6e6",
        `M${x + 22} ${y + 8}H${x + width}V${y + 38}H${x + 22}Q${x + 12} ${y + 23} ${x + 22} ${y + 8}Z`,
      ),
      line("#d9cdb4", 3, `M${x + 30} ${y + 18}H${x + width}M${x + 30} ${y + 28}H${x + width}`),
      rect(darker(color, 0.25), x, y + 38, width, 8, 4),
      rect(color, x, y, width, 9, 4),
    ].join("");
  return [
    shadow(200, 172),
    book(50, 326, 300, palette.deep),
    book(76, 280, 262, palette.accent),
    book(58, 234, 280, palette.main),
    group(
      "translate(196 232)",
      path("#fdf6e6", "M0 -6Q-66 -52 -142 -30V-142Q-66 -164 0 -116Z"),
      path("#f1e5cb", "M0 -6Q66 -52 142 -30V-142Q66 -164 0 -116Z"),
      path(palette.main, "M-142 -30Q-66 -52 0 -6Q66 -52 142 -30V-16Q66 -36 0 8Q-66 -36 -142 -16Z"),
      line(
        "#c9bb9b",
        5,
        "M-118 -112Q-66 -122 -22 -96M-118 -86Q-66 -96 -22 -70M-118 -60Q-66 -70 -22 -44M118 -112Q66 -122 22 -96M118 -86Q66 -96 22 -70M118 -60Q66 -70 22 -44",
      ),
      path(palette.accent, "M60 -140L84 -145V-84L72 -94L60 -80Z"),
    ),
  ].join("");
};

/** Crayons and a toy tower: back to school. */
export const school: Subject = (palette) => {
  const pencil = (x: number, y: number, turn: number, color: string): string =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      rect(color, -14, -120, 28, 170),
      rect(darker(color, 0.2), 4, -120, 10, 170),
      path("#f3d3a3", "M-14 -120H14L0 -160Z"),
      path(darker(color, 0.3), "M-5 -146H5L0 -160Z"),
    );
  return [
    shadow(200, 160),
    pencil(128, 236, -14, palette.accent),
    pencil(176, 222, -3, palette.main),
    pencil(224, 232, 8, "#e0452f"),
    group(
      "translate(272 214) rotate(18)",
      rect("#f4d35e", -22, -130, 44, 190, 6),
      line("#8a6d12", 4, "M-22 -110H-8M-22 -90H-2M-22 -70H-8M-22 -50H-2M-22 -30H-8"),
    ),
    path(palette.deep, "M88 214H312L296 350Q294 372 272 372H128Q106 372 104 350Z"),
    path(darker(palette.deep, 0.4), "M258 214H312L296 350Q294 372 272 372H226Q264 330 258 214Z", {
      opacity: 0.6,
    }),
    rect(lighter(palette.deep, 0.16), 78, 204, 244, 28, 14),
    circle(palette.light, 198, 300, 42),
    path(palette.main, "M198 270L208 290L230 293L214 308L218 330L198 319L178 330L182 308L166 293L188 290Z"),
  ].join("");
};

/** A wrapped present. */
export const gift: Subject = (palette, id) =>
  [
    shadow(200, 150),
    clipped(
      `${id}box`,
      "M86 196H314V350Q314 372 292 372H108Q86 372 86 350Z",
      rect(palette.main, 80, 190, 240, 190),
      path(darker(palette.main, 0.2), "M262 190H320V380H246Z"),
      rect(palette.accent, 172, 190, 56, 190),
      rect(darker(palette.accent, 0.18), 208, 190, 20, 190),
    ),
    rect(lighter(palette.main, 0.12), 66, 148, 268, 58, 14),
    rect(palette.accent, 166, 148, 68, 58),
    rect(darker(palette.main, 0.25), 86, 206, 228, 8),
    path(palette.accent, "M200 146Q108 142 100 92Q104 46 152 62Q192 80 200 146Z"),
    path(darker(palette.accent, 0.22), "M196 140Q134 128 130 98Q138 80 158 90Q188 106 196 140Z"),
    path(palette.accent, "M200 146Q292 142 300 92Q296 46 248 62Q208 80 200 146Z"),
    path(darker(palette.accent, 0.22), "M204 140Q266 128 270 98Q262 80 242 90Q212 106 204 140Z"),
    circle(lighter(palette.accent, 0.25), 200, 142, 22),
  ].join("");
