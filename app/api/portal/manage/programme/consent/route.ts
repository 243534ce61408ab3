import { PERMISSIONS } from "@/lib/admin/permissions";
import { publishConsentText } from "@/lib/admin/publish-consent-text";
import { consentTextSchema, publishConsentRequestSchema } from "@/lib/contract/portal/programme-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { presentConsentText } from "@/lib/http/portal/programme";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Puts other words in force for those who agree from now on. Refused as a conflict when they are not those that were read. */
export const POST = withPortal({
  roles: PERMISSIONS["programme.publish_consent"],
  reach: "programme",
  body: publishConsentRequestSchema,
  answer: consentTextSchema,
  handler: async (call) =>
    presentConsentText(await publishConsentText(adminContext(), adminActor(call), call.body)),
});
