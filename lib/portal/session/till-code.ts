// Requests and answers about registered tills. Shared by the routes and the browser.

/** How many digits the code has that a device shows while it waits to be registered. */
export const TILL_CODE_LENGTH = 6;
