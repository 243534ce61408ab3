import { onWallet, walletCodeOf } from "@/lib/areas/wallets/desk-portal";
import { serveContract } from "@/lib/portal/serve";
import { DONE } from "@/lib/portal/wire/done";
import { listBreaches, noteBreach, readBreachPaper, reportBreach } from "./breaches";
import { customerRights, privacy } from "./contract";
import { paperResponse } from "./document";
import { readPersonFile, withdrawConsent } from "./person-file";
import { readRegister } from "./register";
import { answerRequest, listRequests, noteRequest, readReceipt } from "./requests";
import { readRetention, setRetention } from "./retention";

export const customerRightsPortal = serveContract(customerRights, {
  withdraw: onWallet(withdrawConsent),
  file: async ({ context, admin, actor, params, query: { format, language } }) => {
    const walletCode = await walletCodeOf(actor, params.walletId);
    return paperResponse(await readPersonFile(context, admin, walletCode), format, language);
  },
});

export const privacyPortal = serveContract(privacy, {
  register: async ({ context, admin, query: { format, language } }) =>
    paperResponse(await readRegister(context, admin), format, language),
  retention: async ({ context }) => {
    const { kinds, runs } = await readRetention(context.database);
    return { kinds, runs: runs.map(({ at, removed }) => ({ at: at.toISOString(), removed })) };
  },
  setRetention: async ({ context, admin, body }) => {
    await setRetention(context, admin, body.days);
    return DONE;
  },
  requests: ({ context, admin }) => listRequests(context, admin),
  noteRequest: async ({ context, admin, body }) => ({ id: await noteRequest(context, admin, body) }),
  answerRequest: async ({ context, admin, params, body }) => {
    await answerRequest(context, admin, { ...params, ...body });
    return DONE;
  },
  requestReceipt: async ({ context, admin, params, query: { format, language } }) =>
    paperResponse(await readReceipt(context, admin, params.requestId), format, language),
  breaches: async ({ context, admin }) => ({
    breaches: (await listBreaches(context, admin)).map((breach) => ({
      ...breach,
      discoveredAt: breach.discoveredAt.toISOString(),
      since: breach.since.toISOString(),
      until: breach.until.toISOString(),
      dueAt: breach.dueAt.toISOString(),
      reportedAt: breach.reportedAt?.toISOString() ?? null,
    })),
  }),
  noteBreach: async ({ context, admin, body }) => {
    await noteBreach(context, admin, {
      ...body,
      discoveredAt: new Date(body.discoveredAt),
      since: new Date(body.since),
      until: new Date(body.until),
    });
    return DONE;
  },
  breachPaper: async ({ context, admin, params, query: { format, language } }) =>
    paperResponse(await readBreachPaper(context, admin, params.breachId), format, language),
  reportBreach: async ({ context, admin, params }) => {
    await reportBreach(context, admin, params.breachId);
    return DONE;
  },
});
