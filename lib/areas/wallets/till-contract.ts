import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

/** With a customer at the counter an answer that takes longer counts as none: the reward is kept instead. */
export const TILL_ANSWER_MS = 3_000;

/** Schemas that the page of a wallet and the till read answers with. */
export const loadShown = async () => ({
  ...(await import("./shown-schemas")),
  ...(await import("@/lib/portal/wire/id")),
});
const written = async () => ({ ...(await loadShown()), ...(await import("./schemas")) });

/** The requests of the till about wallets; POST where a mobile number is sent, so that none ever stands in an address. */
export const tillWallets = {
  ...contract("wallets", loadShown, {
    /** A wallet that the reader was led to, or administers. */
    one: {
      route: "GET wallets/:walletId",
      may: SERVING_ROLES,
      reach: "own",
      params: "walletParamsSchema",
      answer: "walletSchema",
      limitMs: 2 * TILL_ANSWER_MS,
    },
    /** Finds a wallet by a scanned or typed text. */
    lookUp: {
      route: "POST wallets/lookup",
      may: SERVING_ROLES,
      reach: "own",
      body: "lookupRequestSchema",
      answer: "lookupAnswerSchema",
      limitMs: TILL_ANSWER_MS,
    },
    /** The words that a customer agrees to. */
    enrolWords: {
      route: "GET wallets/enrol",
      may: "wallet.enrol",
      reach: "programme",
      answer: "enrolWordsSchema",
      freshMs: 60_000,
    },
    /** The same for a customer with a wallet: whoever serves may read them out. */
    joinWords: {
      route: "GET wallets/join",
      may: "wallet.join",
      reach: "programme",
      answer: "enrolWordsSchema",
      freshMs: 60_000,
    },
  }),
  ...contract("wallets", written, {
    /** Opens a wallet for a customer who joins at the till. */
    enrol: {
      route: "POST wallets/enrol",
      may: "wallet.enrol",
      reach: "branch",
      body: "enrolAtTillSchema",
      answer: "walletSchema",
    },
    /** Makes a customer with a wallet take part. */
    join: {
      route: "POST wallets/:walletId/join",
      may: "wallet.join",
      reach: "branch",
      params: "walletParamsSchema",
      body: "joinAtTillSchema",
      answer: "walletSchema",
    },
    /** The open wallets of a mobile number. */
    ofNumber: {
      route: "POST wallets/of-number",
      may: "wallet.enrol",
      reach: "programme",
      body: "walletsOfNumberRequestSchema",
      answer: "walletsOfNumberSchema",
    },
  }),
};
