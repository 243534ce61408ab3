import type { z } from "zod";
import type { PortalSession } from "@/lib/auth/sessions";
import { meSchema } from "@/lib/contract/portal/account";

/** The session as the browser sees it. */
export function serializeMe({ user, branches, actor }: PortalSession): z.output<typeof meSchema> {
  const { id, name, username, role, merchant, preferences } = user;
  return meSchema.parse({
    user: { id, name, username, role },
    merchant,
    branches,
    activeBranchId: actor.activeBranchId,
    preferences,
  });
}
