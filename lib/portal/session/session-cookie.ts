/** How the name of the session's cookie ends; over https the browser sees it with a prefix. */
export const SESSION_COOKIE = "points.session_token";

/** The page's own path, for the way back after signing in. Always set by the proxy, never taken from outside. */
export const PAGE_PATH_HEADER = "x-page-path";
