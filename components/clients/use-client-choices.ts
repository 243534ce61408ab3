import { useQuery } from "@tanstack/react-query";
import { ask } from "@/components/kit/contract";
import { clients as api } from "@/lib/areas/clients/contract";

/** Merchants and branches that a client can be given to. */
export const useClientChoices = () => useQuery(ask(api.choices, {}, { staleTime: 60_000 }));
