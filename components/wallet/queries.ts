import { portalQuery } from "@/components/kit/query";
import { till } from "@/lib/areas/till/contract";
import type { QuoteRequest } from "@/lib/areas/till/schemas";

/** With a customer at the counter an answer that takes longer counts as none: the reward is kept instead. */
export const TILL_ANSWER_MS = 3_000;

/** Schemas that read the answers, loaded after the page: no request is sent before a customer is looked up. */
export const loadTillContract = async () => ({
  ...(await import("@/lib/areas/till/schemas")),
  ...(await import("@/lib/areas/wallets/shown-schemas")),
});

/** A wallet of the query cache: from the server when it is stale, and after every operation at once. */
export const walletQuery = (walletId: number) =>
  portalQuery({
    key: ["wallets", "one", walletId],
    answer: async () => (await loadTillContract()).walletSchema,
    path: `wallets/${walletId}`,
    limitMs: 2 * TILL_ANSWER_MS,
  });

/** What a customer agrees to when a wallet is opened at the till. */
export const enrolWordsQuery = portalQuery({
  key: ["till", "enrol-words"],
  answer: async () => (await loadTillContract()).enrolWordsSchema,
  path: "wallets/enrol",
  staleTime: 60_000,
});

/** The open wallets of a mobile number (E.164), always as they are now; it is in the memory of this page only. */
export const walletsOfNumberQuery = (contactMsisdn: string) =>
  portalQuery({
    key: ["wallets", "of-number", contactMsisdn],
    answer: async () => (await loadTillContract()).walletsOfNumberSchema,
    path: "wallets/of-number",
    body: { contactMsisdn },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** A balance can change at another till at any moment: a quote is good for a few seconds. */
const QUOTE_FRESH_MS = 5_000;

/**
 * What an operation would come to by the server's rules, for a wallet of that balance: a quote does not outlive the balance
 * that it was made for.
 */
export const quoteQuery = (request: QuoteRequest, balance: number) =>
  portalQuery({
    key: ["till", "quote", request, balance],
    answer: async () => (await loadTillContract()).quoteSchema,
    path: till.quote.path,
    body: request,
    limitMs: TILL_ANSWER_MS,
    staleTime: QUOTE_FRESH_MS,
    gcTime: 2 * QUOTE_FRESH_MS,
    retry: false,
  });
