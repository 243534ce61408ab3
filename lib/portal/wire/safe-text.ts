import * as z from "zod/mini";
import { UNSAFE, UNSAFE_IN_LINES } from "@/lib/platform/unsafe-text";
import type { FieldProblem } from "./errors";

const error = "unsafe_text" satisfies FieldProblem;

/** Checks of text on one line, and on many. */
export const safe = z.refine<string>((text) => !UNSAFE.test(text), { error });
export const safeLines = z.refine<string>((text) => !UNSAFE_IN_LINES.test(text), { error });
