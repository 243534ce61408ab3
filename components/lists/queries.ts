import { ask } from "@/components/kit/contract";
import { lists as api } from "@/lib/areas/lists/contract";
import type { ListName } from "@/lib/areas/lists/schemas";

/** A list as the user has it: saved views, and the columns it does without. */
export const listChoicesQuery = (list: ListName) =>
  ask(api.listChoices, { params: { list } }, { staleTime: 5 * 60_000 });
