/** A merchant's colours, from which everything drawn for it is coloured. */
export interface Palette {
  /** Nearly black. */
  deep: string;
  /** The colour people remember. */
  main: string;
  /** A pale tint for grounds. */
  light: string;
  accent: string;
  /** Nearly white. */
  paper: string;
}

/** `share` of `other` in `color`, both as `#rrggbb`. */
export function mix(color: string, other: string, share: number): string {
  const one = channelsOf(color);
  const two = channelsOf(other);
  const mixed = one.map((channel, index) => Math.round(channel + ((two[index] ?? 0) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

export const lighter = (color: string, share: number): string => mix(color, "#ffffff", share);
export const darker = (color: string, share: number): string => mix(color, "#0a0a14", share);

function channelsOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
