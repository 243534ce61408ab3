import { readUserLink } from "@/lib/admin/use-user-link";
import { isRole } from "@/lib/auth/roles";
import { linkHolderSchema, linkRequestSchema } from "@/lib/contract/portal/account";
import { adminContext } from "@/lib/http/portal/administration";
import { PortalRefusal } from "@/lib/http/portal/refusal";
import { withPublicPortal } from "@/lib/http/portal/with-portal";

/** Whom a one-time link lets in. Asked in a body, so that the token is in no address and no log. */
export const POST = withPublicPortal({
  reach: "self",
  body: linkRequestSchema,
  answer: linkHolderSchema,
  handler: async ({ body }) => {
    const { role, ...holder } = await readUserLink(adminContext(), body.token);
    if (!isRole(role)) throw new PortalRefusal("link_expired");
    return { ...holder, role };
  },
});
