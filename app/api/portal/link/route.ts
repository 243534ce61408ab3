import { linkHolderSchema, linkRequestSchema } from "@/lib/areas/account/schemas";
import { isRole } from "@/lib/areas/roles";
import { readUserLink } from "@/lib/areas/staff/use-user-link";
import { adminContext } from "@/lib/portal/administration";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPublicPortal } from "@/lib/portal/with-portal";

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
