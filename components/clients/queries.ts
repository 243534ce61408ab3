import { keepPreviousData } from "@tanstack/react-query";
import { portalPages, portalQuery } from "@/components/kit/query";
import type { ClientFilters } from "@/lib/areas/clients/desk-schemas";

/** The API clients that match; while others are being fetched, those shown last. */
export const clientsQuery = (filters: ClientFilters) =>
  portalPages({
    key: ["clients", "list", filters],
    answer: async () => (await import("@/lib/areas/clients/desk-schemas")).clientListSchema,
    path: "manage/clients",
    query: filters,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

/** One API client with its use of the last day. */
export const clientQuery = (clientId: number) =>
  portalQuery({
    key: ["clients", "one", clientId],
    answer: async () => (await import("@/lib/areas/clients/desk-schemas")).clientSchema,
    path: `manage/clients/${clientId}`,
    refetchInterval: 30_000,
  });

/** Merchants and branches that a client can be given to. */
export const clientChoicesQuery = portalQuery({
  key: ["clients", "choices"],
  answer: async () => (await import("@/lib/areas/clients/desk-schemas")).clientChoicesSchema,
  path: "manage/clients/choices",
  staleTime: 60_000,
});

/** The test wallets of a client. */
export const sandboxQuery = (clientId: number) =>
  portalQuery({
    key: ["clients", "sandbox", clientId],
    answer: async () => (await import("@/lib/areas/sandbox/schemas")).sandboxSchema,
    path: `manage/clients/${clientId}/sandbox`,
    refetchInterval: 10_000,
  });
