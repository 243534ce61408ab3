import { notFound } from "next/navigation";
import { clientParamsSchema } from "@/lib/areas/clients/desk-schemas";

/** The client that a page's address names; there is no page for what is no number. */
export const namedClient = (params: object) => clientParamsSchema.safeParse(params).data ?? notFound();
