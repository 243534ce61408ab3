import * as z from "zod/mini";
import { byShownName, PROFILE, PROFILE_FIELDS, type ProfileField } from "@/lib/ledger/rules/profile";
import { day, nullableEmail } from "@/lib/portal/wire/fields";
import { nullableLine } from "@/lib/portal/wire/safe-text";

/** A customer's data as forms send it: an absent field stays as it is, an empty one is taken away. */
export const writtenProfile = Object.fromEntries(
  PROFILE_FIELDS.map((field) => [field, z.optional(writtenField(field))]),
) as Record<ProfileField, z.ZodMiniOptional<z.ZodMiniType<string | null, string | null>>>;

function writtenField(field: ProfileField): z.ZodMiniType {
  const row = PROFILE[field];
  switch (row.kind) {
    case "email":
      return nullableEmail;
    case "choice":
      return z.nullable(z.enum(row.options));
    case "day":
      return z.nullable(day);
    default:
      return nullableLine(row.lengthMax);
  }
}

/** A customer's data as the portal shows it. Fields hidden from a reader are null, or masked. */
export const shownProfileSchema = z.object({
  ...byShownName(() => z.nullable(z.string())),
  mobile: z.string(),
});
export type ShownProfile = z.infer<typeof shownProfileSchema>;
