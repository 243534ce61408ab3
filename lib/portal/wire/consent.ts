import * as z from "zod/mini";
import { line, lines } from "./safe-text";

/** Consent that many customers gave on paper. */
export const consentOnPaperSchema = z.object({
  agreedOn: z.iso.date(),
  language: z.enum(["en", "ar"]),
  /** Version of the programme's words, where those stand on the papers. */
  version: z.optional(z.int()),
  /** The other words. */
  words: z.optional(lines(2_000)),
  /** Where the papers are, or what else proves the consent. */
  proof: line(300),
});
