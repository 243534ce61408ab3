import { redirect } from "next/navigation";
import { menuFor } from "@/lib/portal/commands";
import { requirePageSession } from "@/lib/portal/page";

/** Managing begins with the first area that the role has, or else with its first offers; a role without any sees why not, by the layout. */
export default async function ManagePage() {
  const { actor } = await requirePageSession();
  const [first] = [...menuFor("manage", actor), ...menuFor("offers", actor)];
  if (first) redirect(first.path);
  return null;
}
