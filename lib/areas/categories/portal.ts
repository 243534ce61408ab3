import { actOnEach } from "@/lib/portal/many";
import { type AdminWork, serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { createCategory, listCategories, setCategoryActive, updateCategory } from "./categories";
import { categories } from "./contract";

/** A change is seen by this process from now on. */
async function readAll({ context, admin }: AdminWork) {
  services().deals.forget();
  return { categories: await listCategories(context, admin) };
}

export const categoriesPortal = serveContract(categories, {
  list: readAll,
  create: async (call) => {
    await createCategory(call.context, call.admin, call.body);
    return readAll(call);
  },
  change: async (call) => {
    await updateCategory(call.context, call.admin, { ...call.params, ...call.body });
    return readAll(call);
  },
  activate: async (call) => {
    await setCategoryActive(call.context, call.admin, { ...call.params, ...call.body });
    return readAll(call);
  },
  deactivateMany: (call) =>
    actOnEach(call, (actor, { id: categoryId, version }) =>
      setCategoryActive(call.context, actor, { categoryId, version, isActive: false }),
    ),
  reactivateMany: (call) =>
    actOnEach(call, (actor, { id: categoryId, version }) =>
      setCategoryActive(call.context, actor, { categoryId, version, isActive: true }),
    ),
});
