import { serveContract } from "@/lib/portal/serve";
import { lookUp, walletsOfNumber } from "./lookup-portal";
import { enrolAtTill, presentWallet, readEnrolWords } from "./portal";
import { tillWallets } from "./till-contract";

export const tillWalletsPortal = serveContract(tillWallets, {
  one: ({ actor, params }) => presentWallet(actor, params.walletId),
  lookUp: ({ actor, body }) => lookUp(actor, body.text),
  enrolWords: () => readEnrolWords(),
  enrol: ({ body, ...call }) => enrolAtTill(call, body),
  ofNumber: ({ actor, body }) => walletsOfNumber(actor, body.contactMsisdn),
});
