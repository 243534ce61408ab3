import * as z from "zod/mini";
import { UNSAFE, UNSAFE_IN_LINES } from "@/lib/platform/unsafe-text";
import type { FieldProblem } from "./problems";

const error = "unsafe_text" satisfies FieldProblem;

/** Checks of text on one line, and on many. */
export const safe = z.refine<string>((text) => !UNSAFE.test(text), { error });
export const safeLines = z.refine<string>((text) => !UNSAFE_IN_LINES.test(text), { error });

/** Required text on one line. */
export const line = (lengthMax: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax), safe);

/** Text on one line that may be left empty, parsed as "". */
export const optionalLine = (lengthMax: number) => z.string().check(z.trim(), z.maxLength(lengthMax), safe);

/** Text on one line that may be left empty, parsed as null. */
export const nullableLine = (lengthMax: number) =>
  z.pipe(
    z.nullable(optionalLine(lengthMax)),
    z.transform((value) => value || null),
  );

/** Text on several lines. */
export const lines = (lengthMax: number) => z.string().check(z.trim(), z.maxLength(lengthMax), safeLines);
