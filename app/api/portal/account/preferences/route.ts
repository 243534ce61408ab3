import { savePreferences } from "@/lib/areas/account/preferences";
import { changePreferencesRequestSchema, DONE, doneSchema } from "@/lib/areas/account/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Remembers how the portal looks to the user, for their other devices. */
export const PATCH = withPortal({
  roles: ROLES,
  reach: "self",
  body: changePreferencesRequestSchema,
  answer: doneSchema,
  handler: async ({ actor, body }) => {
    await savePreferences(actor.userId, body);
    return DONE;
  },
});
