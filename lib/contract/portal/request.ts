/**
 * Sent with every request of the portal's own pages. Another site can make a browser send a form, but never this header
 * without being allowed to.
 */
export const PORTAL_HEADER = "x-portal";
export const PORTAL_HEADER_VALUE = "1";
