import * as z from "zod/mini";

/** A customer's data as the portal shows it. Fields hidden from a reader are null, or masked. */
export const shownProfileSchema = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.nullable(z.string()),
  gender: z.nullable(z.string()),
  birthDate: z.nullable(z.iso.date()),
  nationalId: z.nullable(z.string()),
  mobile: z.string(),
});
export type ShownProfile = z.infer<typeof shownProfileSchema>;
