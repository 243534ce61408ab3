import { choosePasswordByLink, readUserLink } from "@/lib/admin/use-user-link";
import { containsUsername } from "@/lib/auth/password-rules";
import { signOut } from "@/lib/auth/sessions";
import { DONE, doneSchema, useLinkRequestSchema } from "@/lib/contract/portal/account";
import { adminContext } from "@/lib/http/portal/administration";
import { PortalRefusal } from "@/lib/http/portal/refusal";
import { withPublicPortal } from "@/lib/http/portal/with-portal";

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
