import { contract } from "@/lib/portal/contract";

const ONE = "manage/wallets/:walletId";
const changed = {
  reach: "programme",
  params: "walletParamsSchema",
  answer: "deskWalletSchema",
  outdates: ["adjustments", "entries", "today"],
} as const;

const schemas = async () => ({
  ...(await import("@/lib/areas/families/form-schemas")),
  ...(await import("@/lib/areas/wallets/desk-schemas")),
});

export const families = contract("wallets", schemas, {
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
