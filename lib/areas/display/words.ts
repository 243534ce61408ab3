// The customer's side of a till. Shared by the routes and the browser. Screens hold amounts and points, and never name the customer.

/** Where a browser opens the customer's side. */
export const DISPLAY_PATH = "/display";

/** How many digits the code has that pairs a display with a till. */
export const DISPLAY_CODE_LENGTH = 6;
