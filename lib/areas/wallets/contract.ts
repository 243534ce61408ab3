import { contract } from "@/lib/portal/contract";

const ALL = "manage/wallets";
const ONE = "manage/wallets/:walletId";
const reach = "programme";
const one = { reach, params: "walletParamsSchema", answer: "deskWalletSchema" } as const;
const outdates = ["adjustments", "entries", "today"] as const;

const read = async () => ({
  ...(await import("./desk-schemas")),
  ...(await import("@/lib/portal/wire/many")),
});
const written = async () => ({
  ...(await import("./desk-schemas")),
  ...(await import("./schemas")),
  ...(await import("@/lib/portal/wire/done")),
});

/** The requests of the desk. */
export const wallets = {
  ...contract("wallets", read, {
    /** Data of the forms about wallets: segments, the limit, the words that customers agree to. */
    settings: {
      route: `GET ${ALL}/settings`,
      may: "wallet.read",
      reach,
      answer: "walletSettingsSchema",
      freshMs: 60_000,
    },
    /** A POST, so that no name and no mobile number ever stands in an address. */
    search: {
      route: `POST ${ALL}/search`,
      may: "wallet.read",
      reach,
      body: "walletSearchRequestSchema",
      answer: "walletSearchPageSchema",
    },
    /** A wallet as the desk edits it. */
    desk: { route: `GET ${ONE}`, may: "wallet.read", ...one },
    /** The people who looked at a wallet, the last first. */
    looks: {
      route: `GET ${ONE}/looks`,
      may: "wallet.set_status",
      reach: "own",
      params: "walletParamsSchema",
      query: "walletLooksQuerySchema",
      answer: "walletLooksSchema",
    },
    /** Wallets as a CSV file. */
    export: {
      route: `GET ${ALL}/export`,
      may: "wallet.export",
      reach: "own",
      query: "walletFileQuerySchema",
      answer: "fileSchema",
    },
    /** Counts the customers whom `joinMany` would make take part. */
    notJoined: {
      route: `POST ${ALL}/not-joined`,
      may: "wallet.join_many",
      reach: "own",
      body: "notJoinedRequestSchema",
      answer: "notJoinedSchema",
    },
    /** Makes many customers take part who agreed on paper. */
    joinMany: {
      route: `POST ${ALL}/join-many`,
      may: "wallet.join_many",
      reach: "own",
      body: "joinManySchema",
      answer: "joinedManySchema",
      outdates: ["adjustments", "today"],
    },
    clearPin: { route: `DELETE ${ONE}/pin`, may: "wallet.clear_pin", ...one, outdates },
  }),
  ...contract("wallets", written, {
    /** Opens a wallet for a customer. */
    enrol: {
      route: `POST ${ALL}`,
      may: "wallet.enrol",
      reach,
      body: "enrolWalletSchema",
      answer: "enrolledSchema",
      outdates,
    },
    change: { route: `PATCH ${ONE}`, may: "wallet.update", ...one, body: "walletChangesSchema", outdates },
    setStatus: {
      route: `PUT ${ONE}/status`,
      may: "wallet.set_status",
      ...one,
      body: "walletStatusSchema",
      outdates,
    },
    setSegment: {
      route: `PUT ${ONE}/segment`,
      may: "wallet.set_segment",
      ...one,
      body: "walletSegmentSchema",
      outdates,
    },
    /** Gives the wallet a PIN, or another one. */
    setPin: {
      route: `PUT ${ONE}/pin`,
      may: "wallet.set_pin",
      ...one,
      body: "walletPinSchema",
      askerOnly: "brings",
      outdates,
    },
    /** A POST, because a code may be typed as a mobile number. */
    previewMerge: {
      route: `POST ${ALL}/merge/preview`,
      may: "wallet.merge",
      prepares: true,
      reach,
      body: "mergePreviewRequestSchema",
      answer: "mergePreviewSchema",
    },
    /** Ends one wallet in favour of another. */
    merge: {
      route: `POST ${ALL}/merge`,
      may: "wallet.merge",
      reach,
      body: "mergeWalletsSchema",
      answer: "doneSchema",
      outdates,
    },
  }),
};

const changed = { ...one, outdates } as const;

export const families = contract("wallets", read, {
  /** Makes the wallet a member of another one's family. */
  joinFamily: {
    route: `PUT ${ONE}/family`,
    may: "wallet.join_family",
    body: "joinFamilySchema",
    ...changed,
  },
  setAllowance: {
    route: `PATCH ${ONE}/family`,
    may: "wallet.set_allowance",
    body: "allowanceSchema",
    ...changed,
  },
  leaveFamily: { route: `DELETE ${ONE}/family`, may: "wallet.leave_family", ...changed },
  setType: { route: `PUT ${ONE}/type`, may: "wallet.set_type", body: "walletTypeFormSchema", ...changed },
  /** Erases what is known of the customer of a closed wallet. */
  erase: { route: `PUT ${ONE}/erasure`, may: "wallet.erase", body: "erasureSchema", ...changed },
});
