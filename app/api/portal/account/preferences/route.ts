import { savePreferences } from "@/lib/auth/preferences";
import { ROLES } from "@/lib/auth/roles";
import { changePreferencesRequestSchema, DONE, doneSchema } from "@/lib/contract/portal/account";
import { withPortal } from "@/lib/http/portal/with-portal";

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
