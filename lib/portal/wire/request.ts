/**
 * Sent with every request of the portal's own pages. Another site can make a browser send a form, but never this header
 * without being allowed to.
 */
export const PORTAL_HEADER = "x-portal";
export const PORTAL_HEADER_VALUE = "1";

/**
 * Names the user in whose name a page asks. Another tab may have signed somebody else in: then the request is refused as
 * from nobody, and nothing is done in the wrong name.
 */
export const USER_HEADER = "x-portal-user";
