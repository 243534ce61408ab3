import { SeededRandom } from "../random";
import { darker, lighter, mix, type Palette } from "./color";
import { type FigurePart, figure } from "./glyphs";
import { SUBJECTS, type SubjectName } from "./subjects";
import {
  circle,
  clipped,
  ellipse,
  faded,
  glow,
  gradient,
  group,
  line,
  path,
  rect,
  round,
  svgDocument,
} from "./svg";

export const DEAL_IMAGE_WIDTH = 1200;
export const DEAL_IMAGE_HEIGHT = 800;

/** The offer, in numerals and signs so that it needs no language. */
export type Offer =
  | { kind: "percent"; percent: number }
  | { kind: "amount"; amount: number }
  | { kind: "free" }
  | { kind: "bundle"; buy: number; get: number }
  | { kind: "multiplier"; times: number }
  | { kind: "price"; price: number };

export type Layout = "arch" | "sun" | "waves" | "tiles" | "stage";
export type Scheme = "dark" | "bold" | "soft" | "warm";

export interface DealImage {
  subject: SubjectName;
  offer: Offer;
  palette: Palette;
  layout: Layout;
  scheme: Scheme;
  /** The thing on the left and the figure on the right, instead of the other way round. */
  mirrored?: boolean;
  seed: number;
}

/** The colours of one drawing. */
interface Tones {
  from: string;
  to: string;
  figure: string;
  figureAccent: string;
  onFigure: string;
  /** The ground right behind the thing. */
  window: string;
  windowEdge: string;
  ornament: string;
}

function tonesOf(palette: Palette, scheme: Scheme): Tones {
  const { deep, main, light, accent, paper } = palette;
  switch (scheme) {
    case "dark":
      return {
        from: mix(deep, main, 0.34),
        to: darker(deep, 0.2),
        figure: paper,
        figureAccent: accent,
        onFigure: deep,
        window: light,
        windowEdge: accent,
        ornament: lighter(main, 0.3),
      };
    case "bold":
      return {
        from: lighter(main, 0.12),
        to: darker(main, 0.28),
        figure: paper,
        figureAccent: lighter(accent, 0.3),
        onFigure: deep,
        window: light,
        windowEdge: accent,
        ornament: lighter(main, 0.5),
      };
    case "soft":
      return {
        from: paper,
        to: mix(light, main, 0.1),
        figure: deep,
        figureAccent: main,
        onFigure: paper,
        window: mix(light, accent, 0.42),
        windowEdge: main,
        ornament: main,
      };
    case "warm":
      return {
        from: lighter(accent, 0.34),
        to: mix(accent, main, 0.1),
        figure: deep,
        figureAccent: darker(main, 0.3),
        onFigure: paper,
        window: paper,
        windowEdge: deep,
        ornament: deep,
      };
  }
}

/** The picture of a deal, 1200 × 800. The same input gives the same bytes. */
export function drawDealImage(image: DealImage): string {
  const tones = tonesOf(image.palette, image.scheme);
  const random = new SeededRandom(image.seed);
  const scene = SCENES[image.layout]({ image, tones, random });
  return svgDocument(
    DEAL_IMAGE_WIDTH,
    DEAL_IMAGE_HEIGHT,
    `<defs>${gradient("ground", [tones.from, tones.to], 55)}${glow("light", "#ffffff", 0.5)}</defs>`,
    rect("url(#ground)", 0, 0, DEAL_IMAGE_WIDTH, DEAL_IMAGE_HEIGHT),
    scene,
  );
}

interface Scene {
  image: DealImage;
  tones: Tones;
  random: SeededRandom;
}

const SCENES: Record<Layout, (scene: Scene) => string> = {
  arch: drawArch,
  sun: drawSun,
  waves: drawWaves,
  tiles: drawTiles,
  stage: drawStage,
};

/** A horizontal position, on the other side when the drawing is mirrored. */
function side({ image }: Scene, x: number): number {
  return image.mirrored ? DEAL_IMAGE_WIDTH - x : x;
}

function drawSubject({ image }: Scene, cx: number, ground: number, scale: number): string {
  const draw = SUBJECTS[image.subject];
  return group(
    `translate(${round(cx - 200 * scale)} ${round(ground - 372 * scale)}) scale(${scale})`,
    draw(image.palette, "s"),
  );
}

/** A pointed arch like a window of old Cairo, with the thing standing in it. */
function drawArch(scene: Scene): string {
  const { tones } = scene;
  const cx = side(scene, 852);
  const arch = (half: number, top: number): string =>
    `M${cx - half} 800V${top + 250}C${cx - half} ${top + 110} ${cx - 90} ${top + 70} ${cx} ${top}` +
    `C${cx + 90} ${top + 70} ${cx + half} ${top + 110} ${cx + half} ${top + 250}V800Z`;
  return [
    faded(0.1, starLattice(tones.ornament, 150)),
    path(tones.windowEdge, arch(318, 34), { opacity: 0.28 }),
    path(tones.windowEdge, arch(298, 58)),
    clipped(
      "window",
      arch(284, 76),
      rect(tones.window, 0, 0, DEAL_IMAGE_WIDTH, DEAL_IMAGE_HEIGHT),
      circle("url(#light)", cx, 400, 330),
      rect(darker(tones.window, 0.12), 0, 664, DEAL_IMAGE_WIDTH, 140),
      rect(darker(tones.window, 0.05), 0, 664, DEAL_IMAGE_WIDTH, 10),
    ),
    drawSubject(scene, cx, 704, 1.3),
    drawOffer(scene, side(scene, 276), 404, 440),
  ].join("");
}

/** A great disc behind the thing, with rings around it. */
function drawSun(scene: Scene): string {
  const { tones, random } = scene;
  const cx = side(scene, 852);
  const rings = [372, 424, 484].map((r, index) =>
    circle("none", cx, 402, r, {
      stroke: tones.windowEdge,
      "stroke-width": 5,
      "stroke-opacity": 0.42 - index * 0.12,
    }),
  );
  const sparks = Array.from({ length: 12 }, (_, index) => {
    const turn = (index / 12) * Math.PI * 2 + random.next() * 0.3;
    const distance = [372, 424, 484][index % 3] ?? 372;
    return circle(
      index % 2 === 0 ? tones.windowEdge : tones.figureAccent,
      cx + Math.cos(turn) * distance,
      402 + Math.sin(turn) * distance,
      7 + random.integer(0, 7),
    );
  });
  return [
    faded(
      0.12,
      circle(tones.ornament, side(scene, 80), 760, 250),
      circle(tones.ornament, side(scene, 300), 20, 130),
    ),
    ...rings,
    ...sparks,
    circle(tones.window, cx, 402, 320),
    circle("url(#light)", cx - 60, 300, 320),
    clipped(
      "disc",
      `M${cx - 320} 402A320 320 0 0 1 ${cx + 320} 402A320 320 0 0 1 ${cx - 320} 402Z`,
      rect(darker(tones.window, 0.1), 0, 598, DEAL_IMAGE_WIDTH, 200),
    ),
    drawSubject(scene, cx, 646, 1.32),
    drawOffer(scene, side(scene, 272), 404, 430),
  ].join("");
}

/** Waves of the river below, and light above. */
function drawWaves(scene: Scene): string {
  const { tones, image } = scene;
  const wave = (y: number, height: number, color: string, opacity: number): string =>
    path(
      color,
      `M0 ${y}C160 ${y - height} 280 ${y - height} 420 ${y}S700 ${y + height} 840 ${y}S1080 ${y - height} 1200 ${y - height * 0.2}V800H0Z`,
      { opacity },
    );
  const cx = side(scene, 852);
  return [
    circle("url(#light)", cx, 340, 460),
    faded(0.16, starRosette(tones.ornament, cx, 372, 372), starRosette(tones.ornament, cx, 372, 268)),
    wave(566, 46, tones.windowEdge, 0.35),
    wave(612, -52, image.palette.main, image.scheme === "bold" ? 0 : 0.85),
    wave(640, 44, tones.window, 1),
    drawSubject(scene, cx, 706, 1.46),
    wave(736, -30, tones.figureAccent, 1),
    wave(764, 24, darker(tones.figureAccent, 0.18), 1),
    drawOffer(scene, side(scene, 290), 322, 460),
  ].join("");
}

/** A band of tiles down one side. */
function drawTiles(scene: Scene): string {
  const { tones, image, random } = scene;
  const size = 160;
  const left = image.mirrored ? 0 : DEAL_IMAGE_WIDTH - 2 * size;
  const colors = [tones.window, image.palette.accent, image.palette.main, image.palette.deep];
  const tiles = Array.from({ length: 10 }, (_, index) => {
    const x = left + (index % 2) * size;
    const y = Math.floor(index / 2) * size;
    const first = random.integer(0, 3);
    return tile(
      x,
      y,
      size,
      colors[first] ?? "",
      colors[(first + 1 + random.integer(0, 2)) % 4] ?? "",
      index % 3,
    );
  });
  const cx = side(scene, 836);
  return [
    circle("url(#light)", cx, 420, 420),
    ...tiles,
    circle(darker(tones.to, 0.3), cx, 424, 302, { opacity: 0.22 }),
    circle(tones.window, cx, 410, 302),
    circle("none", cx, 410, 280, {
      stroke: tones.windowEdge,
      "stroke-width": 5,
      "stroke-dasharray": "2 16",
      "stroke-linecap": "round",
    }),
    drawSubject(scene, cx, 636, 1.24),
    drawOffer(scene, side(scene, 276), 404, 440),
  ].join("");
}

/** A round stage in a beam of light. */
function drawStage(scene: Scene): string {
  const { tones } = scene;
  const cx = side(scene, 852);
  const lit = lighter(tones.window, 0.3);
  return [
    faded(0.09, starLattice(tones.ornament, 200)),
    path("#ffffff", `M${cx - 90} 0H${cx + 90}L${cx + 330} 660H${cx - 330}Z`, { opacity: 0.1 }),
    path("#ffffff", `M${cx - 40} 0H${cx + 40}L${cx + 230} 660H${cx - 230}Z`, { opacity: 0.1 }),
    ellipse("#0a0a14", cx, 752, 360, 40, { opacity: 0.2 }),
    path(darker(tones.window, 0.24), `M${cx - 330} 660V720A330 60 0 0 0 ${cx + 330} 720V660Z`),
    line(tones.windowEdge, 6, `M${cx - 328} 706A330 60 0 0 0 ${cx + 328} 706`),
    ellipse(tones.window, cx, 660, 330, 60),
    ellipse(lit, cx, 654, 250, 40),
    drawSubject(scene, cx, 664, 1.4),
    drawOffer(scene, side(scene, 276), 392, 440),
  ].join("");
}

// The offer ----------------------------------------------------------------------------------------------------------

function drawOffer({ image, tones }: Scene, cx: number, cy: number, widthMax: number): string {
  const { offer } = image;
  const write = (parts: FigurePart[], height: number, width = widthMax, color = 0): string =>
    figure(parts, { cx, cy: cy + color, height, widthMax: width });
  switch (offer.kind) {
    case "percent":
      return write(
        [
          { text: String(offer.percent), color: tones.figure },
          { text: "%", size: 0.6, align: "top", color: tones.figureAccent },
        ],
        290,
        widthMax + 10,
      );
    case "bundle":
      return write(
        [
          { text: String(offer.buy), color: tones.figure },
          { text: "+", size: 0.7, align: "middle", color: tones.figureAccent },
          { text: String(offer.get), color: tones.figure },
        ],
        270,
      );
    case "multiplier":
      return (
        faded(
          0.9,
          sparkle(tones.figureAccent, cx - 150, cy - 168, 44),
          sparkle(tones.figureAccent, cx - 92, cy - 214, 24),
        ) +
        coin(tones, cx + 150, cy + 176, 42) +
        write(
          [
            { text: "×", size: 0.66, align: "bottom", color: tones.figureAccent },
            { text: String(offer.times), color: tones.figure },
          ],
          290,
        )
      );
    case "amount":
      return (
        ticket(tones, cx, cy, widthMax) +
        write(
          [
            { text: "−", size: 0.62, align: "middle", color: tones.onFigure },
            { text: String(offer.amount), color: tones.onFigure },
          ],
          172,
          widthMax - 116,
        )
      );
    case "price":
      return group(
        `rotate(-7 ${cx} ${cy})`,
        priceTag(tones, cx, cy, widthMax),
        figure([{ text: String(offer.price), color: tones.onFigure }], {
          cx: cx + 24,
          cy,
          height: 172,
          widthMax: widthMax - 150,
        }),
      );
    case "free":
      return present(tones, cx, cy);
  }
}

function ticket(tones: Tones, cx: number, cy: number, width: number): string {
  const half = width / 2;
  const outline =
    `M${cx - half + 26} ${cy - 128}H${cx + half - 26}Q${cx + half} ${cy - 128} ${cx + half} ${cy - 102}V${cy - 34}` +
    `A34 34 0 0 0 ${cx + half} ${cy + 34}V${cy + 102}Q${cx + half} ${cy + 128} ${cx + half - 26} ${cy + 128}` +
    `H${cx - half + 26}Q${cx - half} ${cy + 128} ${cx - half} ${cy + 102}V${cy + 34}A34 34 0 0 0 ${cx - half} ${cy - 34}` +
    `V${cy - 102}Q${cx - half} ${cy - 128} ${cx - half + 26} ${cy - 128}Z`;
  return [
    group("translate(0 14)", path("#0a0a14", outline, { opacity: 0.16 })),
    path(tones.figure, outline),
    line(
      tones.figureAccent,
      6,
      `M${cx - half + 52} ${cy - 96}V${cy + 100}M${cx + half - 52} ${cy - 96}V${cy + 100}`,
      {
        "stroke-dasharray": "1 17",
      },
    ),
  ].join("");
}

function priceTag(tones: Tones, cx: number, cy: number, width: number): string {
  const half = width / 2;
  const outline =
    `M${cx - half + 96} ${cy - 124}H${cx + half - 30}Q${cx + half} ${cy - 124} ${cx + half} ${cy - 94}V${cy + 94}` +
    `Q${cx + half} ${cy + 124} ${cx + half - 30} ${cy + 124}H${cx - half + 96}Q${cx - half + 76} ${cy + 124} ${cx - half + 62} ${cy + 106}` +
    `L${cx - half + 6} ${cy + 22}Q${cx - half - 8} ${cy} ${cx - half + 6} ${cy - 22}L${cx - half + 62} ${cy - 106}` +
    `Q${cx - half + 76} ${cy - 124} ${cx - half + 96} ${cy - 124}Z`;
  return [
    group("translate(0 14)", path("#0a0a14", outline, { opacity: 0.16 })),
    path(tones.figure, outline),
    circle(tones.figureAccent, cx - half + 66, cy, 24),
    circle(tones.onFigure, cx - half + 66, cy, 11),
    line(
      tones.figureAccent,
      8,
      `M${cx - half + 60} ${cy}C${cx - half - 10} ${cy - 30} ${cx - half - 8} ${cy - 128} ${cx - half + 60} ${cy - 176}`,
    ),
  ].join("");
}

/** A present, for what comes free. */
function present(tones: Tones, cx: number, cy: number): string {
  const { figure: body, figureAccent: ribbon } = tones;
  return group(
    `translate(${cx - 180} ${cy - 190}) scale(.9)`,
    rect(body, 62, 176, 276, 208, 26),
    rect(darker(body, 0.12), 62, 176, 276, 22),
    rect(body, 40, 118, 320, 76, 20),
    rect(ribbon, 170, 118, 60, 266),
    line(
      ribbon,
      30,
      "M200 116C120 116 84 86 96 54C110 24 176 30 200 116C224 30 290 24 304 54C316 86 280 116 200 116Z",
    ),
    sparkle(ribbon, 376, 70, 34),
    sparkle(ribbon, 24, 96, 24),
    sparkle(ribbon, 398, 258, 20),
  );
}

function coin(tones: Tones, x: number, y: number, r: number): string {
  return (
    circle(darker(tones.figureAccent, 0.2), x, y + 8, r) +
    circle(tones.figureAccent, x, y, r) +
    sparkle(tones.onFigure === tones.figureAccent ? tones.figure : tones.onFigure, x, y, r * 0.62)
  );
}

function sparkle(color: string, x: number, y: number, size: number): string {
  const waist = round(size * 0.18);
  return group(
    `translate(${x} ${y})`,
    path(
      color,
      `M0 ${-size}Q${waist} ${-waist} ${size} 0Q${waist} ${waist} 0 ${size}Q${-waist} ${waist} ${-size} 0Q${-waist} ${-waist} 0 ${-size}Z`,
    ),
  );
}

// Ornament -----------------------------------------------------------------------------------------------------------

/** The points of an eight-pointed star: two squares, one turned. */
function starPoints(cx: number, cy: number, r: number): string {
  const inner = r * 0.765;
  return Array.from({ length: 16 }, (_, index) => {
    const distance = index % 2 === 0 ? r : inner;
    const turn = (index * Math.PI) / 8;
    return `${round(cx + distance * Math.cos(turn))} ${round(cy + distance * Math.sin(turn))}`;
  }).join("L");
}

function starLattice(color: string, size: number): string {
  const stars: string[] = [];
  for (let y = 0; y <= DEAL_IMAGE_HEIGHT; y += size) {
    for (let x = 0; x <= DEAL_IMAGE_WIDTH; x += size) {
      stars.push(
        `M${starPoints(x, y, size * 0.36)}Z`,
        `M${starPoints(x + size / 2, y + size / 2, size * 0.2)}Z`,
      );
    }
  }
  return line(color, 5, stars.join(""));
}

function starRosette(color: string, cx: number, cy: number, r: number): string {
  return line(color, 6, `M${starPoints(cx, cy, r)}Z`);
}

function tile(x: number, y: number, size: number, ground: string, ink: string, kind: number): string {
  const cx = x + size / 2;
  const cy = y + size / 2;
  const half = size / 2;
  const motifs = [
    path(ink, `M${starPoints(cx, cy, size * 0.4)}Z`) + circle(ground, cx, cy, size * 0.15),
    path(ink, `M${x} ${y}A${half} ${half} 0 0 1 ${cx} ${cy}A${half} ${half} 0 0 1 ${x + size} ${y}Z`) +
      path(
        ink,
        `M${x} ${y + size}A${half} ${half} 0 0 0 ${cx} ${cy}A${half} ${half} 0 0 0 ${x + size} ${y + size}Z`,
      ),
    path(ink, `M${cx} ${y + 14}L${x + size - 14} ${cy}L${cx} ${y + size - 14}L${x + 14} ${cy}Z`) +
      circle(ground, cx, cy, size * 0.17),
  ];
  return rect(ground, x, y, size, size) + (motifs[kind] ?? "");
}
