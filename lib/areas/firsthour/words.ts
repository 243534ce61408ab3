// How far a new programme has come. Shared by the routes and the browser.

/** From the name of the programme to the first reward, in their order. */
export const FIRST_STEPS = [
  "programme",
  "merchant",
  "branch",
  "rates",
  "client",
  "people",
  "customer",
  "reward",
] as const;

/** Work that comes after the first points, until it is done; looking through the rules is never done. */
export const AFTER_STEPS = ["import", "deals", "rules", "staff"] as const;

/** Steps that a programme can do without: a shop that sells at the portal's till has no client. */
export const OPTIONAL_STEPS: readonly (typeof FIRST_STEPS)[number][] = ["client"];
export const NEEDED_STEPS = FIRST_STEPS.filter((step) => !OPTIONAL_STEPS.includes(step));
