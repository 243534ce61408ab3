/** Where a one-time link leads; the token is in the fragment, which no browser sends to any server. */
export const LINK_PATH = "/invite";
