import { deviceOf, listKnownDevices } from "@/lib/areas/account/known-devices";
import { deviceListSchema } from "@/lib/areas/account/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Where the user signed in before. */
export const GET = withPortal({
  roles: ROLES,
  reach: "self",
  answer: deviceListSchema,
  handler: async ({ actor, request }) => ({
    devices: (await listKnownDevices(actor.userId, deviceOf(request.headers))).map(
      ({ createdAt, lastUsedAt, ...device }) => ({
        ...device,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }),
    ),
  }),
});
