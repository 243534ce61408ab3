import { onWallet } from "@/lib/areas/wallets/desk-portal";
import { serveContract } from "@/lib/portal/serve";
import { families } from "./contract";
import { eraseWallet } from "./erase-wallet";
import { joinFamily } from "./join-family";
import { leaveFamily } from "./leave-family";
import { setAllowance } from "./set-allowance";
import { setWalletType } from "./set-wallet-type";

export const familiesPortal = serveContract(families, {
  joinFamily: onWallet(joinFamily),
  setAllowance: onWallet(setAllowance),
  leaveFamily: onWallet(leaveFamily),
  setType: onWallet(setWalletType),
  erase: onWallet(eraseWallet),
});
