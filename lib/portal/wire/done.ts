import * as z from "zod/mini";
export const endedSessionsSchema = z.object({ ended: z.int().check(z.minimum(0)) });

/** The answer of an act that has nothing to tell. */
export const doneSchema = z.object({ done: z.literal(true) });

export const DONE = { done: true } as const satisfies z.infer<typeof doneSchema>;
