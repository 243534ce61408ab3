import { containsUsername } from "@/lib/areas/account/password-rules";
import { DONE, doneSchema, useLinkRequestSchema } from "@/lib/areas/account/schemas";
import { signOut } from "@/lib/areas/account/sessions";
import { choosePasswordByLink, readUserLink } from "@/lib/areas/staff/use-user-link";
import { adminContext } from "@/lib/portal/administration";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPublicPortal } from "@/lib/portal/with-portal";

/** Chooses the password of whom a one-time link lets in, and signs out whoever used this browser before. */
export const POST = withPublicPortal({
  reach: "self",
  body: useLinkRequestSchema,
  answer: doneSchema,
  handler: async ({ body, request, requestId, address, setCookies }) => {
    const { username } = await readUserLink(adminContext(), body.token);
    if (containsUsername(body.password, username))
      throw PortalRefusal.ofField("password", "password_is_username");
    await choosePasswordByLink(adminContext(), { ...body, ipAddress: address, requestId });
    setCookies(await signOut(request.headers));
    return DONE;
  },
});
