// How far a new programme has come. Shared by the routes and the browser.

/** From the first merchant to the first reward, in their order. */
export const FIRST_STEPS = ["merchant", "branch", "people", "client", "customer", "reward"] as const;
