import { type Api, unique } from "@/tests/support/api";
import { insert } from "@/tests/support/demo-fixture";

export interface DealOptions {
  title?: string;
  state?: "draft" | "published" | "paused";
  startsAt?: string;
  endsAt?: string;
  expiresAt?: string;
  sortingNumber?: number | null;
  ratePlans?: readonly string[];
  merchantId?: number;
  /** Numbers of the branches, as callers write them. */
  branches?: readonly string[];
  discountType?: number;
  discount?: number;
}

/** A deal that is live at the tests' start unless it says otherwise. Returns its id. */
export async function createDeal(api: Api, options: DealOptions = {}): Promise<number> {
  const title = options.title ?? `Deal ${unique()}`;
  const id = await insert(api.database.pool, "deal", {
    merchant_id: options.merchantId ?? 1,
    category_id: api.fixture.categoryId,
    state: options.state ?? "published",
    offer_number: `OFFER-${unique()}`,
    title_en: title,
    title_ar: `عرض ${title}`,
    description_en: "Buy more",
    description_ar: "اشتر أكثر",
    terms_en: "Once a day",
    terms_ar: "مرة في اليوم",
    discount_type: options.discountType ?? 1,
    discount: options.discount ?? 20,
    start_date: new Date(options.startsAt ?? "2026-03-01T00:00:00Z"),
    end_date: new Date(options.endsAt ?? "2026-04-01T00:00:00Z"),
    expiry_date: new Date(options.expiresAt ?? "2026-05-01T00:00:00Z"),
    sorting_number: options.sortingNumber ?? null,
    rate_plans: options.ratePlans ?? [],
  });
  for (const msisdn of options.branches ?? []) {
    await api.database.pool.query("INSERT INTO deal_branch (deal_id, branch_id) VALUES ($1, $2)", [
      id,
      api.fixture.branchIds.get(msisdn),
    ]);
  }
  return id;
}

/** Takes every deal out of sight, as the portal does: and tells the services. One that was published is never deleted. */
export async function removeDeals(api: Api): Promise<void> {
  await api.configure("UPDATE deal SET state = 'paused'");
}
