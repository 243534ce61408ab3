import { addPasskey, listPasskeys } from "@/lib/areas/account/passkeys";
import { DONE, doneSchema, newPasskeyRequestSchema, passkeyListSchema } from "@/lib/areas/account/schemas";
import { ROLES } from "@/lib/areas/roles";
import { PortalRefusal } from "@/lib/portal/refusal";
import { withPortal } from "@/lib/portal/with-portal";

/** The user's own passkeys. */
export const GET = withPortal({
  roles: ROLES,
  reach: "self",
  answer: passkeyListSchema,
  handler: async ({ actor }) => ({
    passkeys: (await listPasskeys(actor.userId)).map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: createdAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }),
});

/** Adds the passkey that the browser made for the challenge. */
export const POST = withPortal({
  roles: ROLES,
  reach: "self",
  body: newPasskeyRequestSchema,
  answer: doneSchema,
  handler: async ({ session, body, request, requestId, address }) => {
    const { username } = session.user;
    const added = await addPasskey(request.headers, { username, address, requestId, ...body });
    if (added === null) throw new PortalRefusal("passkey_refused");
    return DONE;
  },
});
