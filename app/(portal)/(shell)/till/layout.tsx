import { textsLayout } from "@/lib/portal/page-texts";

/** Of deals no more than what a customer's own are told in. */
const DEALS = [
  "deals.customer",
  "deals.browse.discount",
  "deals.browse.until",
  "deals.browse.endsSoon",
  "deals.browse.ratePlans",
  "deals.browse.useUntil",
  "deals.browse.offerNumber",
  "deals.browse.description",
  "deals.browse.terms",
] as const;

export default textsLayout("approvals", "desk", "entries", "till", ...DEALS);
