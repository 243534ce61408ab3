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
