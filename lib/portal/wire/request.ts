/**
 * Sent with every request of the portal's own pages. Another site can make a browser send a form, but never this header
 * without being allowed to.
 */
export const PORTAL_HEADER = "x-portal";
export const PORTAL_HEADER_VALUE = "1";

/**
 * Names the user whom the page shows. When another tab has signed another person in, the request is refused as not
 * signed in, and nothing is done in the wrong name.
 */
export const USER_HEADER = "x-portal-user";
