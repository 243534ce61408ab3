import { type Me, meSchema } from "./schemas";
import type { PortalSession } from "./sessions";

/** The session as the browser sees it. */
export function serializeMe({ user, branches, actor }: PortalSession): Me {
  const { id, name, username, role, twoFactorEnabled, merchant, preferences } = user;
  return meSchema.parse({
    user: { id, name, username, role, twoFactorEnabled },
    merchant,
    branches,
    activeBranchId: actor.activeBranchId,
    preferences,
  });
}
