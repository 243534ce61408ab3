import { eraseWallet } from "@/lib/areas/families/erase-wallet";
import { joinFamily } from "@/lib/areas/families/join-family";
import { leaveFamily } from "@/lib/areas/families/leave-family";
import { setAllowance } from "@/lib/areas/families/set-allowance";
import { setWalletType } from "@/lib/areas/families/set-wallet-type";
import { onWallet } from "@/lib/areas/wallets/desk-portal";
import { serveContract } from "@/lib/portal/serve";
import { families } from "./family-contract";

export const familiesPortal = serveContract(families, {
  joinFamily: onWallet(joinFamily),
  setAllowance: onWallet(setAllowance),
  leaveFamily: onWallet(leaveFamily),
  setType: onWallet(setWalletType),
  erase: onWallet(eraseWallet),
});
