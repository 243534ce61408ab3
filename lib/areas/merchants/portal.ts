import { actOnEach } from "@/lib/portal/many";
import { serveContract } from "@/lib/portal/serve";
import { merchants } from "./contract";
import {
  createMerchant,
  deactivateMerchant,
  listMerchants,
  reactivateMerchant,
  updateMerchant,
} from "./merchants";

export const merchantsPortal = serveContract(merchants, {
  list: async ({ actor, context }) => ({ merchants: await listMerchants(context, actor) }),
  create: ({ admin, context, body }) => createMerchant(context, admin, body),
  change: ({ admin, context, params, body }) => updateMerchant(context, admin, { ...params, ...body }),
  deactivate: ({ admin, context, params }) => deactivateMerchant(context, admin, params),
  reactivate: ({ admin, context, params }) => reactivateMerchant(context, admin, params),
  deactivateMany: (call) =>
    actOnEach(call, (actor, { id: merchantId, version }) =>
      deactivateMerchant(call.context, actor, { merchantId, version }),
    ),
  reactivateMany: (call) =>
    actOnEach(call, (actor, { id: merchantId, version }) =>
      reactivateMerchant(call.context, actor, { merchantId, version }),
    ),
});
