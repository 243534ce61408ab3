import { PERMISSIONS } from "@/lib/areas/permissions";
import { consentTextSchema, publishConsentRequestSchema } from "@/lib/areas/programme/desk-schemas";
import { presentConsentText } from "@/lib/areas/programme/portal";
import { publishConsentText } from "@/lib/areas/programme/publish-consent-text";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Puts other words in force for those who agree from now on. Refused as a conflict when they are not those that were read. */
export const POST = withPortal({
  roles: PERMISSIONS["programme.publish_consent"],
  reach: "programme",
  body: publishConsentRequestSchema,
  answer: consentTextSchema,
  handler: async (call) =>
    presentConsentText(await publishConsentText(adminContext(), adminActor(call), call.body)),
});
