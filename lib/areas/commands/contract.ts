import { ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

export const commands = contract("commands", () => import("./schemas"), {
  /** The names of the actor's commands. */
  names: { route: "GET commands", may: ROLES, reach: "self", answer: "commandNamesSchema" },
  /** Finds branches, deals, API clients and people by name. A POST: what is typed may be a person's name. */
  find: {
    route: "POST commands/find",
    may: ROLES,
    reach: "own",
    body: "findRequestSchema",
    answer: "foundSchema",
  },
});
