import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { withSecondPerson } from "@/lib/portal/acts/second-person";
import { addUser } from "./create-user";
import type { UserFields } from "./record";
import { type IssuedLink, issueLink } from "./user-link";
import type { UserView } from "./user-view";

/**
 * Invites a user, who chooses a password by a link that is shown once and valid for a week. A merchant's admins invite
 * their own staff, admins included; operators invite everybody. An admin or operator is made by two people (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found (the merchant), inactive (the merchant), taken, invalid
 */
export function inviteUser(
  context: AdminContext,
  actor: AdminActor,
  input: UserFields,
): Promise<{ user: UserView; link: IssuedLink }> {
  return withSecondPerson(context, actor, "user.invite", () =>
    administer(context, actor, "user.invite", async (act) => {
      const user = await addUser(act, input, "invite");
      return { user, link: await issueLink(act, { user, purpose: "invite" }) };
    }),
  );
}
