import { actOnEach } from "@/lib/portal/many";
import { serveContract } from "@/lib/portal/serve";
import { merchants } from "./contract";
import {
  createMerchant,
  deactivateMerchant,
  listMerchants,
  reactivateMerchant,
  setLastDay,
  updateMerchant,
} from "./merchants";
import { readOpenThings } from "./open-things";
import { statementFile } from "./statement-portal";

export const merchantsPortal = serveContract(merchants, {
  list: async ({ actor, context }) => ({ merchants: await listMerchants(context, actor) }),
  create: ({ admin, context, body }) => createMerchant(context, admin, body),
  change: ({ admin, context, params, body }) => updateMerchant(context, admin, { ...params, ...body }),
  deactivate: ({ admin, context, params }) => deactivateMerchant(context, admin, params),
  reactivate: ({ admin, context, params }) => reactivateMerchant(context, admin, params),
  setLastDay: ({ admin, context, params, body }) => setLastDay(context, admin, { ...params, ...body }),
  open: ({ admin, context, query }) => readOpenThings(context, admin, query.ids),
  statement: ({ actor, admin, context, params, query }) =>
    statementFile(context, { actor, admin, ...params }, query),
  deactivateMany: (call) =>
    actOnEach(call, (actor, { id: merchantId, version }) =>
      deactivateMerchant(call.context, actor, { merchantId, version }),
    ),
  reactivateMany: (call) =>
    actOnEach(call, (actor, { id: merchantId, version }) =>
      reactivateMerchant(call.context, actor, { merchantId, version }),
    ),
});
