/** How the deals are laid out: a choice that the device remembers. */
const DEALS_VIEWS = ["cards", "list"] as const;
export type DealsView = (typeof DEALS_VIEWS)[number];

export const DEALS_VIEW_COOKIE = "points.dealsView";

/** The choice that the cookie's value stands for; cards for anything else. */
export function readDealsView(value: string | undefined): DealsView {
  return DEALS_VIEWS.find((view) => view === value) ?? "cards";
}
