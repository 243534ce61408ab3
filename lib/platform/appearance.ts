// Looks of the portal: they travel with every page, so this file imports nothing.

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];
/** Days are Gregorian; with the second choice the Hijri one (Umm al-Qura) stands beside. */
export const CALENDARS = ["gregorian", "hijri"] as const;
export type Calendar = (typeof CALENDARS)[number];
