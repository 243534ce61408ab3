import * as z from "zod/mini";
import { idSchema } from "@/lib/portal/wire/id";
import { FOUND_KINDS } from "./words";

// Requests and answers of the palette of commands. Wallets are looked up as at the till (lib/areas/till/schemas.ts).

/** Names of the reader's commands in both languages: people type in either. */
export const commandNamesSchema = z.object({
  commands: z.array(
    z.object({
      id: z.string(),
      en: z.string(),
      ar: z.string(),
      /** The menu that it stands in below another page; null for all others. */
      place: z.nullable(z.object({ en: z.string(), ar: z.string() })),
      /** Other words for it, in both languages. */
      also: z.array(z.string()),
    }),
  ),
});
export type CommandName = z.infer<typeof commandNamesSchema>["commands"][number];
export type FoundKind = (typeof FOUND_KINDS)[number];

/** Things that a device remembers, by kind and number. */
const RECENT_MAX = 12;
export const findRequestSchema = z.object({
  text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  /** Things whose names are asked for as they are now. */
  recent: z.optional(
    z.array(z.object({ kind: z.enum(FOUND_KINDS), id: idSchema })).check(z.maxLength(RECENT_MAX)),
  ),
});
export type FindRequest = z.infer<typeof findRequestSchema>;

export const foundSchema = z.object({
  /** Matches of the text, at most five of a kind, the best first; and recent ones that may still be seen. */
  found: z.array(z.object({ kind: z.enum(FOUND_KINDS), id: idSchema, en: z.string(), ar: z.string() })),
});
export type Found = z.infer<typeof foundSchema>["found"][number];
