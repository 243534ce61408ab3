/**
 * Sent with every request of the portal's own pages. Another site can make a browser send a form, but never this header
 * without being allowed to.
 */
export const PORTAL_HEADER = "x-portal";
export const PORTAL_HEADER_VALUE = "1";

/**
 * Of a request: the user whom the page shows. When another tab has signed another person in, the request is refused as not signed in, and
 * nothing is done in the wrong name. Of an answer: the user who is signed in.
 */
export const USER_HEADER = "x-portal-user";

/**
 * Of a request: `1` when a person has used the page since its last request, `0` when the page asks by itself. Only the use of a page
 * prolongs its session.
 */
export const PRESENT_HEADER = "x-portal-present";

/** Of an answer that is a file: its lines without the header, by which a page shows how far it has come. */
export const LINES_HEADER = "x-portal-lines";

/** Of an answer: the release that gave it, so that a page of an earlier one learns of it. */
export const RELEASE_HEADER = "x-portal-release";
