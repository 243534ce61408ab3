import { useQuery } from "@tanstack/react-query";
import { ask } from "@/components/kit/contract";
import { clients as api } from "@/lib/areas/clients/contract";

/** Merchants and branches that a client can be given to. */
/** Read anew when the window is looked at again: a branch may have been made in another one. */
export const useClientChoices = () =>
  useQuery(ask(api.choices, {}, { staleTime: 60_000, refetchOnWindowFocus: "always" }));
