import * as z from "zod/mini";
import { toLatinDigits } from "@/lib/platform/digits";

/** Search text for codes and numbers: trimmed, with Latin digits, as codes and numbers are kept. */
export const searchText = (lengthMax: number) =>
  z.string().check(z.trim(), z.overwrite(toLatinDigits), z.maxLength(lengthMax));

export const SEARCH_TEXT_LENGTH_MAX = 100;
export const searchTextSchema = z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_LENGTH_MAX));
