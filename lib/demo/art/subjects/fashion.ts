import { darker, lighter } from "../color";
import { circle, clipped, ellipse, faded, group, line, path, rect } from "../svg";
import { type Subject, shadow } from "./subject";

const WOOD = "#b98152";
const HOOK = "M200 84V70Q200 58 212 56Q226 52 224 40Q220 26 204 28Q192 30 190 42";

/** A shirt on a hanger. */
export const shirt: Subject = (palette, id) =>
  [
    shadow(200, 110),
    line("#8d97a5", 7, HOOK),
    line(WOOD, 14, "M116 122L200 84L284 122"),
    clipped(
      `${id}shirt`,
      "M150 104Q200 138 250 104L300 124Q322 134 332 160L360 236L306 258L292 220V350Q292 366 276 366H124Q108 366 108 350V220L94 258L40 236L68 160Q78 134 100 124Z",
      rect(palette.main, 30, 90, 340, 290),
      ...[0, 1, 2, 3, 4, 5].map((stripe) => rect(lighter(palette.main, 0.16), 118 + stripe * 32, 90, 8, 290)),
      path(darker(palette.main, 0.24), "M292 220V380H246Q276 300 270 180Z"),
      path(darker(palette.main, 0.24), "M108 220L120 190Q122 240 116 290H108Z"),
      rect(palette.accent, 30, 222, 90, 12, 0, { transform: "rotate(22 60 240)" }),
    ),
    rect(lighter(palette.main, 0.08), 187, 132, 26, 234),
    ...[160, 204, 248, 292, 336].map((y) => circle(palette.paper, 200, y, 5.5)),
    path(palette.paper, "M150 104L162 92Q200 118 238 92L250 104L222 150L200 128L178 150Z"),
    path(darker(palette.paper, 0.16), "M162 96Q200 122 238 96L230 112Q200 132 170 112Z"),
    rect(darker(palette.main, 0.14), 228, 186, 46, 50, 6),
    path(palette.accent, "M236 186L243 172L252 182L262 170L268 186Z"),
  ].join("");

/** A dress on a hanger. */
export const dress: Subject = (palette, id) =>
  [
    shadow(200, 130),
    line("#8d97a5", 7, HOOK),
    line(WOOD, 14, "M128 118L200 84L272 118"),
    clipped(
      `${id}dress`,
      "M152 98Q164 142 200 144Q236 142 248 98L276 112Q262 160 258 200Q300 270 326 352Q330 366 316 368Q200 384 84 368Q70 366 74 352Q100 270 142 200Q138 160 124 112Z",
      rect(palette.main, 60, 80, 280, 310),
      path(darker(palette.main, 0.2), "M216 200Q244 290 240 390H340V300L262 200Z"),
      path(lighter(palette.main, 0.18), "M150 200Q120 280 112 380H150Q154 280 170 200Z"),
      ...[
        [122, 318],
        [176, 270],
        [204, 340],
        [262, 300],
        [150, 356],
        [236, 250],
        [298, 346],
        [160, 150],
        [232, 158],
      ].map(([x = 0, y = 0]) =>
        group(
          `translate(${x} ${y})`,
          ...[0, 72, 144, 216, 288].map((turn) =>
            ellipse(palette.light, 0, -9, 5, 8, { transform: `rotate(${turn})` }),
          ),
          circle(palette.accent, 0, 0, 5),
        ),
      ),
      rect(palette.accent, 60, 190, 280, 22),
    ),
    path(
      darker(palette.accent, 0.12),
      "M246 200Q280 188 286 214Q270 222 250 208Q272 244 262 262Q244 240 240 208Z",
    ),
  ].join("");

/** A running shoe. */
export const sneaker: Subject = (palette, id) =>
  [
    shadow(200, 178),
    group(
      "translate(0 -8) rotate(-6 200 320)",
      clipped(
        `${id}upper`,
        "M52 168Q64 150 84 164Q112 184 148 158Q160 150 170 160L246 234Q262 248 290 254Q352 266 366 310Q370 326 364 340H44Q34 330 36 300Q44 232 52 168Z",
        rect(palette.main, 20, 130, 360, 230),
        path(darker(palette.main, 0.22), "M20 130H92Q84 250 60 360H20Z"),
        path(palette.paper, "M92 340Q124 230 156 190L196 232Q160 270 150 340Z"),
        path(lighter(palette.main, 0.25), "M280 250Q370 262 372 340H306Q326 296 280 250Z"),
        path(palette.accent, "M176 340Q196 284 226 262L250 276Q222 300 212 340Z"),
      ),
      path(palette.deep, "M58 172Q68 156 84 166Q112 186 146 162L156 156Q150 196 104 200Q68 200 58 172Z"),
      line(palette.paper, 9, "M176 190L206 172M198 210L228 192M220 230L250 212"),
      path("#ffffff", "M30 336H372Q378 372 348 374H66Q28 374 30 336Z"),
      path(darker("#ffffff", 0.16), "M32 352H373Q374 374 348 374H66Q36 374 32 352Z"),
      faded(
        0.5,
        line(palette.main, 5, "M80 362H100M124 362H144M168 362H188M212 362H232M256 362H276M300 362H320"),
      ),
    ),
    line(palette.accent, 8, "M4 250H38M-12 284H28M10 318H30", { opacity: 0.75 }),
  ].join("");

/** A handbag with a woven flap. */
export const handbag: Subject = (palette, id) =>
  [
    shadow(200, 160),
    line(darker(palette.main, 0.3), 18, "M122 196C118 40 282 40 278 196"),
    line(lighter(palette.main, 0.2), 5, "M118 184C120 50 266 50 274 150", { opacity: 0.6 }),
    clipped(
      `${id}bag`,
      "M84 176H316Q332 176 336 194L360 346Q362 372 336 372H64Q38 372 40 346L64 194Q68 176 84 176Z",
      rect(palette.main, 30, 160, 340, 220),
      path(darker(palette.main, 0.2), "M280 160H370V380H262Q300 270 280 160Z"),
      ...Array.from({ length: 8 }, (_, index) =>
        line(
          lighter(palette.main, 0.16),
          5,
          `M${20 + index * 48} 372L${100 + index * 48} 160M${100 + index * 48} 372L${20 + index * 48} 160`,
        ),
      ),
    ),
    path(palette.deep, "M70 176H330L322 232Q318 268 284 272H116Q82 268 78 232Z"),
    path(lighter(palette.deep, 0.12), "M84 186H316L312 214Q200 224 88 214Z"),
    rect(palette.accent, 176, 250, 48, 44, 12),
    circle(darker(palette.accent, 0.4), 200, 268, 7),
    rect(darker(palette.accent, 0.4), 197, 270, 6, 14, 3),
  ].join("");
