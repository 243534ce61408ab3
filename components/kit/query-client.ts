import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import type { PortalError } from "./error";
import { setSessionEnded } from "./session-expiry";

const RETRIES_MAX = 2;
const FRESH_MS = 15_000;

/**
 * The cache of server answers. Look-ups are repeated when the service could not be reached; changes never are, because
 * only their caller knows whether that is safe.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: PortalError) => {
    if (error.code === "unauthenticated") setSessionEnded(true);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < RETRIES_MAX && error.isOutcomeUnknown,
        refetchOnWindowFocus: false,
      },
      // "always": whether the network is there is for the request to find out, not for the cache to wait for.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
