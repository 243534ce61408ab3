"use client";

import { lazyPart } from "@/components/ui/lazy-part";

/** Comes only to cashiers whose device is not registered; every page may have to show it. */
export const TillGate = lazyPart(async () => (await import("./till-gate")).TillGate);
