import { DESK_ROLES, ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const own = { may: ROLES, reach: "self" } as const;
const PASSKEY = "account/passkeys/:passkeyId";
const proved = { ...own, body: "proofRequestSchema" } as const;
const open = { may: "public", reach: "self" } as const;
const TWO_FACTOR = "account/two-factor";
const pin = { may: ["cashier", ...DESK_ROLES], reach: "self" } as const;

const schemas = async () => ({ ...(await import("./schemas")), ...(await import("@/lib/portal/wire/done")) });
const pinSchemas = async () => ({ ...(await schemas()), ...(await import("@/lib/areas/approvals/schemas")) });

/** Requests about people's own ways in, and those of one-time links. */
export const account = {
  ...contract("account", schemas, {
    /** Changes the user's own password and ends their other sessions. */
    changePassword: {
      route: "POST account/password",
      ...own,
      body: "changePasswordRequestSchema",
      answer: "doneSchema",
    },
    /** Remembers how the portal looks to the user, for their other devices. */
    savePreferences: {
      route: "PATCH account/preferences",
      ...own,
      body: "changePreferencesRequestSchema",
      answer: "doneSchema",
    },
    sessions: { route: "GET account/sessions", ...own, answer: "sessionListSchema" },
    /** Signs the user out everywhere else. */
    endOtherSessions: { route: "DELETE account/sessions", ...own, answer: "endedSessionsSchema" },
    /** Ends one of the user's own sessions. */
    endSession: {
      route: "DELETE account/sessions/:sessionId",
      ...own,
      params: "sessionParamsSchema",
      answer: "endedSessionsSchema",
    },
    /** Where the user signed in before. */
    devices: { route: "GET account/devices", ...own, answer: "deviceListSchema" },
    /** Makes one of the user's own devices unknown again. */
    forgetDevice: {
      route: "DELETE account/devices/:deviceId",
      ...own,
      params: "deviceParamsSchema",
      answer: "doneSchema",
    },
    /** The user's own passkeys. */
    passkeys: { route: "GET account/passkeys", ...own, answer: "passkeyListSchema" },
    /** Begins to add a passkey, with the password and a code of whoever has a second factor. */
    startPasskey: { route: "POST account/passkeys/challenge", ...proved, answer: "passkeyChallengeSchema" },
    /** Adds the passkey that the browser made for the challenge. */
    addPasskey: {
      route: "POST account/passkeys",
      ...own,
      body: "newPasskeyRequestSchema",
      answer: "doneSchema",
    },
    /** Names one of the user's own passkeys. */
    renamePasskey: {
      route: `PATCH ${PASSKEY}`,
      ...own,
      params: "passkeyParamsSchema",
      body: "passkeyNameRequestSchema",
      answer: "doneSchema",
    },
    /** Removes it, with the password and a code of whoever has a second factor. */
    removePasskey: {
      route: `DELETE ${PASSKEY}`,
      ...proved,
      params: "passkeyParamsSchema",
      answer: "doneSchema",
    },
    /** How the user's own second factor stands. */
    twoFactor: { route: `GET ${TWO_FACTOR}`, ...own, answer: "twoFactorStateSchema" },
    /** Begins to set one up; for those who administer. */
    startTwoFactor: {
      route: `POST ${TWO_FACTOR}`,
      ...own,
      body: "passwordRequestSchema",
      answer: "enrolmentSchema",
    },
    /** Switches the second factor on with the first code of the app. */
    confirmTwoFactor: {
      route: `POST ${TWO_FACTOR}/confirm`,
      ...own,
      body: "codeRequestSchema",
      answer: "doneSchema",
    },
    /** Switches it off; for whoever has one, whatever their role is by now. */
    disableTwoFactor: { route: `DELETE ${TWO_FACTOR}`, ...proved, answer: "doneSchema" },
    /** Replaces the user's own backup codes, which are shown this once. */
    renewBackupCodes: { route: `POST ${TWO_FACTOR}/backup-codes`, ...proved, answer: "backupCodesSchema" },
    /** The holder of a one-time link. Asked in a body, so that the token is in no address and no log. */
    link: { route: "POST link", ...open, body: "linkRequestSchema", answer: "linkHolderSchema" },
    /** Chooses the password of whom a one-time link lets in, signs out whoever used this browser before, and signs in with it. */
    choosePassword: {
      route: "POST link/password",
      ...open,
      body: "useLinkRequestSchema",
      answer: "chosenPasswordSchema",
    },
  }),
  ...contract("account", pinSchemas, {
    /** Whether the user has a staff PIN. */
    pin: { route: "GET account/pin", ...pin, answer: "staffPinStatusSchema" },
    /** Sets the PIN by which the user approves at a colleague's till, or takes it over. */
    setPin: { route: "POST account/pin", ...pin, body: "staffPinRequestSchema", answer: "doneSchema" },
  }),
};
