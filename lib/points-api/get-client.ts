import { z } from "zod";
import { readClientStanding } from "@/lib/areas/clients/standing";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { prisma } from "@/lib/platform/database/pools";
import { inLanguage } from "@/lib/platform/language";
import { formatMsisdn } from "@/lib/platform/msisdn";
import { readConsentText } from "@/lib/portal/acts/consent";
import { momentOf } from "@/lib/portal/acts/context";
import { clientSuccess } from "./envelopes";
import type { IntegrationResponse } from "./message";
import { movementAnswer } from "./movement";
import { ANY_REQUEST, type Call, type Operation } from "./operation";
import { readSentBody } from "./read-request";
import { refusalWith } from "./refusal-forms";
import { getClientResponseSchema } from "./response-schemas";

/** Request of GetClient (rules.md §13): an object without fields. */
export const getClientRequestSchema = z.object({}).meta({ id: "GetClientRequest" });

/** Says who the calling ClientId is (rules.md §13). */
export const getClient = {
  name: "GetClient",
  method: "POST",
  scope: null,
  summary: { en: "Say who the ClientId is", ar: "تذكر صاحب ClientId" },
  description:
    "Answers with the merchant, the scopes, the limits and the branches of the calling ClientId, and whether it is a test client. No scope is needed. A till finds its own branch's `BranchMsisdn` here, and the words that a new customer agrees to.",
  request: getClientRequestSchema,
  moves: null,
  repeated: "anew",
  certification: null,
  refused: refusalWith("Client", { wallet: null, transaction: null, client: null }),
  sample: { after: [], keeps: null },
  response: getClientResponseSchema,
  codes: [...ANY_REQUEST, 1003, 1004, 1006],
  answer,
} as const satisfies Operation;

async function answer(call: Call): Promise<IntegrationResponse> {
  await readSentBody(call);
  const { client, services, wire } = call;
  const { merchant, branches, limits } = await readClientStanding(portalPool(), client, momentOf(services));
  const { language } = wire;
  return movementAnswer(
    {},
    clientSuccess(
      {
        merchant: inLanguage(merchant, language),
        isTest: client.sandbox !== undefined,
        isStrict: client.isStrict,
        scopes: [...client.scopes],
        limits,
        consent: client.scopes.has("enrol")
          ? inLanguage(await readConsentText({ database: prisma() }), language)
          : null,
        branches: branches.map(({ id, name, msisdn }) => ({
          Id: id,
          BranchName: inLanguage(name, language),
          BranchMsisdn: formatMsisdn(msisdn),
        })),
      },
      wire,
    ),
  );
}
