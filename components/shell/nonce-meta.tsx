"use client";

import { useState } from "react";

/**
 * Tells scripts the nonce under which they may add styles. The document's policy is that of its first answer; a later one, as
 * after signing in, brings a nonce that the browser would refuse.
 */
export function NonceMeta({ nonce }: { nonce: string }) {
  const [first] = useState(nonce);
  return <meta property="csp-nonce" nonce={first} content={first} suppressHydrationWarning />;
}
