import { darker, lighter, type Palette } from "./color";
import { circle, ellipse, gradient, group, line, path, rect, svgDocument } from "./svg";

export const LOGO_SIZE = 512;

/** Draws a merchant's sign in a square of 512, centred at (256, 256). */
type Emblem = (palette: Palette) => string;

const sprout: Emblem = ({ paper, accent, light }) =>
  [
    path(light, "M256 250Q254 128 382 104Q392 232 256 250Z"),
    path(paper, "M256 284Q258 184 142 160Q134 274 256 284Z"),
    line(accent, 18, "M256 342V232Q266 180 318 152M256 284Q246 236 196 208"),
    path(paper, "M120 328H392L366 404Q360 420 342 420H170Q152 420 146 404Z"),
    line(accent, 14, "M166 362H346M178 392H334"),
  ].join("");

const pot: Emblem = ({ paper, accent, light }) =>
  [
    line(light, 28, "M300 192L414 128"),
    path(paper, "M138 178H318L302 230Q352 278 344 344Q336 400 288 400H168Q120 400 112 344Q104 278 154 230Z"),
    path(
      accent,
      "M114 316Q170 286 228 316T342 318Q346 330 344 344Q336 400 288 400H168Q120 400 112 344Q110 330 114 316Z",
    ),
    line(light, 15, "M194 142C176 118 212 104 194 78M250 142C232 118 268 104 250 78"),
  ].join("");

const spool: Emblem = ({ paper, accent, light, deep }) =>
  [
    rect(paper, 140, 112, 172, 44, 16),
    rect(paper, 140, 356, 172, 44, 16),
    rect(accent, 158, 156, 136, 200, 6),
    line(
      darker(accent, 0.24),
      9,
      "M160 190L292 174M160 230L292 214M160 270L292 254M160 310L292 294M164 346L292 332",
    ),
    line(accent, 9, "M292 214C372 208 398 260 364 330"),
    line(light, 15, "M380 168L346 404"),
    ellipse(deep, 377, 190, 4, 15, { transform: "rotate(8 377 190)" }),
  ].join("");

const pulse: Emblem = ({ paper, accent }) =>
  [
    circle("none", 256, 256, 158, { stroke: paper, "stroke-width": 22, "stroke-opacity": 0.28 }),
    line(paper, 32, "M86 262H170L208 166L272 352L316 226L336 262H426"),
    circle(accent, 426, 262, 28),
  ].join("");

const anise: Emblem = ({ paper, accent, light }) =>
  [
    ...[0, 45, 90, 135, 180, 225, 270, 315].map((turn, index) =>
      group(
        `rotate(${turn} 256 256)`,
        path(index % 2 === 0 ? paper : light, "M256 238C210 190 222 128 256 86C290 128 302 190 256 238Z"),
        ellipse(accent, 256, 170, 12, 23),
      ),
    ),
    circle(accent, 256, 256, 27),
  ].join("");

const fish: Emblem = ({ paper, accent, deep, light }) =>
  [
    path(light, "M344 232Q398 164 430 164Q412 216 430 282Q394 280 344 240Z"),
    path(paper, "M84 238Q148 138 252 144Q330 152 366 236Q326 314 248 320Q146 326 84 238Z"),
    path(accent, "M196 156Q232 92 302 152Q250 144 196 156Z"),
    circle(deep, 152, 220, 15),
    line(accent, 13, "M204 196Q228 232 204 272M252 192Q276 232 252 276M298 206Q316 234 298 266"),
    line(light, 18, "M108 376Q146 346 182 376T256 376T330 376T404 376"),
    line(light, 12, "M170 420Q200 398 228 420T286 420T344 420", { opacity: 0.6 }),
  ].join("");

const book: Emblem = ({ paper, accent, light }) =>
  [
    path(paper, "M256 174Q188 126 102 146V358Q188 338 256 386Z"),
    path(light, "M256 174Q324 126 410 146V358Q324 338 256 386Z"),
    line(accent, 12, "M136 198Q184 190 224 212M136 246Q184 238 224 260M136 294Q184 286 224 308"),
    path(accent, "M320 140L372 140V252L346 228L320 252Z"),
    line(paper, 15, "M102 392Q188 372 256 414Q324 372 410 392", { opacity: 0.7 }),
  ].join("");

export const EMBLEMS = { anise, book, fish, pot, pulse, spool, sprout } as const satisfies Record<
  string,
  Emblem
>;
export type EmblemName = keyof typeof EMBLEMS;

/** A merchant's logo, 512 × 512, filling its square so that the page may round its corners as it likes. */
export function drawLogo(emblem: EmblemName, palette: Palette): string {
  const draw = EMBLEMS[emblem];
  return svgDocument(
    LOGO_SIZE,
    LOGO_SIZE,
    `<defs>${gradient("ground", [lighter(palette.main, 0.08), darker(palette.main, 0.34)], 60)}</defs>`,
    rect("url(#ground)", 0, 0, LOGO_SIZE, LOGO_SIZE),
    circle("#ffffff", 120, 60, 300, { opacity: 0.06 }),
    draw(palette),
  );
}
