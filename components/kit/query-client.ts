import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import type { PortalError } from "./error";
import { INTENTIONS } from "./reference";
import { setSessionState } from "./session-expiry";

const RETRIES_MAX = 2;
const FRESH_MS = 15_000;

/**
 * Answers that are on their way were given before the change that is written or told of here, and would show the state of before as the
 * newest: each write, and each word that answers are out of date, first cancels them. So no page can forget it.
 */
class AnswerCache extends QueryClient {
  override setQueryData = ((...given: Parameters<QueryClient["setQueryData"]>) => {
    void this.cancelQueries({ queryKey: given[0], exact: true });
    return super.setQueryData(...given);
  }) as QueryClient["setQueryData"];

  override invalidateQueries: QueryClient["invalidateQueries"] = (filters, options) => {
    void this.cancelQueries(filters);
    return super.invalidateQueries(filters, options);
  };
}

/**
 * The cache of server answers. Look-ups are repeated when the service could not be reached; changes never are, because
 * only their caller knows whether that is safe.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: PortalError) => {
    if (error.code === "unauthenticated") setSessionState("ended");
  };
  const client = new AnswerCache({
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
  client.setQueryDefaults(INTENTIONS, { gcTime: Number.POSITIVE_INFINITY });
  return client;
}
