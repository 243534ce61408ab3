import { createHash } from "node:crypto";

/**
 * The only style attributes that a page's markup may have: constants of React Aria, which hides from the eye what is for screen readers,
 * native fields under drawn ones and parts of dates. The policy does not apply to styles that scripts set.
 */
const STYLES_IN_MARKUP = [
  "border:0;clip:rect(0 0 0 0);clip-path:inset(50%);height:1px;margin:-1px;overflow:hidden;padding:0;position:absolute;width:1px;white-space:nowrap",
  "border:0;clip:rect(0 0 0 0);clip-path:inset(50%);height:1px;margin:-1px;overflow:hidden;padding:0;position:fixed;width:1px;white-space:nowrap;top:0;left:0",
  "display:none",
  "display:contents",
  "unicode-bidi:isolate",
  "caret-color:transparent",
  "caret-color:transparent;unicode-bidi:embed",
  "caret-color:transparent;unicode-bidi:embed;direction:ltr",
  "pointer-events:none",
];
const STYLE_HASHES = STYLES_IN_MARKUP.map(
  (style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
).join(" ");

/**
 * The page's Content-Security-Policy: own files only, scripts and style elements with the page's nonce, known style
 * attributes. Nothing may frame a page, except the portal its own receipt, to print it.
 */
export function contentSecurityPolicy({
  nonce,
  isDevelopment,
  isReceipt,
  mapTilesUrl,
}: {
  nonce: string;
  isDevelopment: boolean;
  isReceipt: boolean;
  /** Where maps get their background, when that is another server. */
  mapTilesUrl?: string | undefined;
}): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-hashes' ${STYLE_HASHES}`,
    `img-src 'self' blob: data:${mapTilesUrl === undefined ? "" : ` ${originOfTiles(mapTilesUrl)}`}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isReceipt ? "'self'" : "'none'"}`,
  ].join("; ");
}

/** The origin of tiles as the policy names it: `{s}.tiles.example` is every name below `tiles.example`. */
export function originOfTiles(url: string): string {
  const { protocol, host } = new URL(url.replace("://{s}.", "://"));
  return `${protocol}//${url.includes("://{s}.") ? "*." : ""}${host}`;
}
