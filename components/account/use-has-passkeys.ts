"use client";

import { useEffect, useState } from "react";
import { hasPasskeys } from "./passkey";

/** Whether passkeys can be used here; false until the browser has been asked, after what the server has drawn. */
export function useHasPasskeys(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => setHas(hasPasskeys()), []);
  return has;
}
