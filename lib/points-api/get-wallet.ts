import { z } from "zod";
import { DomainError } from "@/lib/ledger/rules/errors";
import { walletSuccess } from "./envelopes";
import type { IntegrationResponse } from "./message";
import { ANY_BODY, branchOf, movementAnswer } from "./movement";
import type { Call, Operation } from "./operation";
import { requestReader } from "./read-request";
import { POINTS_REFUSAL } from "./refusal-forms";
import { walletResponseSchema } from "./response-schemas";
import { FIELDS } from "./shared-fields";
import { shownTo } from "./strangers";

/** Request of GetWallet (rules.md §13). */
export const getWalletRequestSchema = z
  .object({
    WalletCode: FIELDS.WalletCode,
    ContactMsisdn: FIELDS.ContactMsisdn,
    BranchMsisdn: FIELDS.BranchMsisdn,
  })
  .meta({ id: "GetWalletRequest" });

/** Shows a wallet (rules.md §13). */
export const getWallet = {
  name: "GetWallet",
  method: "POST",
  scope: "wallet",
  summary: { en: "Show a wallet", ar: "تعرض حساب النقاط" },
  description:
    "Answers with the wallet as it stands, in whatever status it is. Nothing is moved, `pointsLog` is null, and no PIN is asked for.",
  request: getWalletRequestSchema,
  moves: null,
  repeated: "anew",
  certification: null,
  refused: POINTS_REFUSAL,
  sample: { after: [], keeps: null },
  response: walletResponseSchema,
  codes: [...ANY_BODY, 1201],
  answer,
} as const satisfies Operation;

const reader = requestReader(getWalletRequestSchema);

async function answer(call: Call): Promise<IntegrationResponse> {
  const { body } = await reader.readNow(call);
  const { refusal } = branchOf(call, body);
  if (refusal !== null) throw new DomainError(refusal);
  const { WalletCode: walletCode, ContactMsisdn: contactMsisdn } = body;
  const wallet = await call.services.findWallet({ walletCode, contactMsisdn }, call.client.sandbox);
  if (wallet === null) throw new DomainError(1201);
  return movementAnswer({}, walletSuccess(await shownTo(call.client, wallet), call.wire));
}
