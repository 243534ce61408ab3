import { ROLES, TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const open = { may: "public", reach: "self" } as const;
const signsIn = { ...open, answer: "signedInSchema" } as const;

const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/portal/wire/done")),
});

/** The ways in and out, and who is signed in. */
export const session = contract("account", schemas, {
  me: { route: "GET session", may: ROLES, reach: "self", answer: "meSchema" },
  signIn: { route: "POST session", ...signsIn, body: "signInRequestSchema" },
  /** Signing out twice is no error, so no session is asked for. */
  signOut: { route: "DELETE session", ...open, answer: "doneSchema" },
  /** Finishes a sign-in with the code of the second factor. The cookie of the password's answer says whose it is. */
  giveSecondFactor: {
    route: "POST session/second-factor",
    ...signsIn,
    body: "secondFactorRequestSchema",
  },
  /** Challenge for a passkey to sign, for a sign-in or as a proof that one is oneself. Says nothing about anybody. */
  askForPasskey: { route: "POST session/passkey/challenge", ...open, answer: "passkeyChallengeSchema" },
  /** Signs in with a passkey, which is two factors in one. */
  signInWithPasskey: { route: "POST session/passkey", ...signsIn, body: "passkeySignInRequestSchema" },
  /** Where the browser goes to sign in with the organisation's account. */
  startSingleSignOn: {
    route: "POST session/oidc",
    ...open,
    body: "singleSignOnRequestSchema",
    answer: "singleSignOnSchema",
  },
  /** Where the organisation's sign-in service sends people back to. Refused people read so on the sign-in page. */
  finishSingleSignOn: {
    route: "GET session/oidc/callback",
    ...open,
    comesFromElsewhere: true,
    query: "singleSignOnAnswerSchema",
    answer: "doneSchema",
  },
  /** Names of the programme's operators, for people of a merchant that leaves. */
  operators: { route: "GET session/operators", may: ROLES, reach: "self", answer: "operatorsSchema" },
  /** The colleagues who can take over this till. */
  nextCashiers: {
    route: "GET session/cashiers",
    may: TILL_ROLES,
    reach: "self",
    answer: "nextCashiersSchema",
  },
  /** Hands this till's session to a cashier of its branch, who gives user name and PIN. */
  changeCashier: {
    route: "POST session/cashier",
    may: TILL_ROLES,
    reach: "self",
    body: "changeCashierRequestSchema",
    answer: "signedInSchema",
  },
  /** Locks this session for a while: nothing is read or done by it before it is unlocked. */
  lock: { route: "POST session/lock", may: ROLES, reach: "self", answer: "lockedSchema" },
  /** Goes on with a locked session, by its user's PIN. The cookie says whose it is. */
  unlock: { route: "POST session/unlock", ...signsIn, body: "unlockRequestSchema" },
  /** Chooses the branch that this device works for. */
  chooseBranch: {
    route: "PUT session/branch",
    may: ["cashier", "supervisor", "merchant_admin"],
    reach: "branch",
    body: "chooseBranchRequestSchema",
    answer: "meSchema",
    refreshes: "me",
  },
});
