/** The few shapes the drawings are made of. Every function returns SVG markup without scripts or references outside it. */

type Attributes = Record<string, string | number>;

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === "number" ? round(value) : value}"`)
    .join("");
}

/** Two decimals are finer than any screen and keep the files small. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function path(fill: string, d: string, more: Attributes = {}): string {
  return `<path fill="${fill}" d="${d}"${attributesOf(more)}/>`;
}

/** A line of even width with round ends. */
export function line(stroke: string, width: number, d: string, more: Attributes = {}): string {
  const attributes = {
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  };
  return `<path fill="none" d="${d}"${attributesOf(attributes)}/>`;
}

export function circle(fill: string, cx: number, cy: number, r: number, more: Attributes = {}): string {
  return `<circle fill="${fill}"${attributesOf({ cx, cy, r, ...more })}/>`;
}

export function ellipse(
  fill: string,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  more: Attributes = {},
): string {
  return `<ellipse fill="${fill}"${attributesOf({ cx, cy, rx, ry, ...more })}/>`;
}

/** A rectangle with corners of radius `r`. */
export function rect(
  fill: string,
  x: number,
  y: number,
  width: number,
  height: number,
  r = 0,
  more: Attributes = {},
): string {
  return `<rect fill="${fill}"${attributesOf({ x, y, width, height, ...(r > 0 ? { rx: r } : {}), ...more })}/>`;
}

export function group(transform: string, ...children: string[]): string {
  return `<g transform="${transform}">${children.join("")}</g>`;
}

export function faded(opacity: number, ...children: string[]): string {
  return `<g opacity="${opacity}">${children.join("")}</g>`;
}

/** Children drawn only inside the outline `d`. `id` must be unique in the drawing. */
export function clipped(id: string, d: string, ...children: string[]): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${children.join("")}</g>`;
}

/** A gradient from top to bottom (or along `angle` degrees); used as `url(#id)`. */
export function gradient(id: string, stops: readonly string[], angle = 90): string {
  const parts = stops.map((stop, index) => {
    const offset = round(index / Math.max(1, stops.length - 1));
    return `<stop offset="${offset}" stop-color="${stop}"/>`;
  });
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0" gradientTransform="rotate(${angle} .5 .5)">${parts.join("")}</linearGradient>`;
}

/** Light that falls off from the middle. */
export function glow(id: string, color: string, strength: number): string {
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${strength}"/>` +
    `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`
  );
}

export function svgDocument(width: number, height: number, ...children: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${children.join("")}</svg>\n`;
}
