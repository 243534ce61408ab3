/**
 * What a page may load and run: this service's own files, and only the scripts that carry the page's nonce. Inline style
 * attributes are allowed because floating elements are placed with them; inline style elements need the nonce. Nothing
 * may frame a page, except the portal itself a receipt, in order to print it.
 */
export function contentSecurityPolicy({
  nonce,
  isDevelopment,
  isReceipt,
}: {
  nonce: string;
  isDevelopment: boolean;
  isReceipt: boolean;
}): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
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
