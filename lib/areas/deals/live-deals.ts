import type { Pool } from "pg";
import type { Clock } from "@/lib/platform/clock";
import type { CatalogueDeal, DealView } from "./types";

const READ_PUBLISHED_DEALS = `
SELECT d.id, d.title_en, d.title_ar, d.offer_number, m.id AS merchant_id, m.name_en AS merchant_name_en, m.name_ar AS merchant_name_ar, d.description_en, d.description_ar, d.terms_en, d.terms_ar,
       d.discount_type, d.discount, d.image_hash, d.start_date, d.end_date, d.expiry_date, d.sorting_number, m.image_hash AS merchant_image_hash,
       d.category_id, c.name_en AS category_name_en, c.name_ar AS category_name_ar, c.icon AS category_icon,
       c.sorting_number AS category_sorting_number, d.rate_plans,
       (SELECT coalesce(json_agg(json_build_object('id', b.id, 'nameEn', b.name_en, 'nameAr', b.name_ar, 'addressEn', b.address_en,
                 'phone', b.phone, 'addressAr', b.address_ar, 'latitude', trim_scale(b.latitude)::text, 'longitude', trim_scale(b.longitude)::text) ORDER BY b.id), '[]')
          FROM deal_branch x JOIN branch b ON b.id = x.branch_id
         WHERE x.deal_id = d.id AND b.is_active) AS branches,
       ARRAY(SELECT b.id FROM branch b
              WHERE b.merchant_id = d.merchant_id AND b.is_active
                AND (NOT EXISTS (SELECT FROM deal_branch x WHERE x.deal_id = d.id)
                     OR EXISTS (SELECT FROM deal_branch x WHERE x.deal_id = d.id AND x.branch_id = b.id))
              ORDER BY b.id) AS valid_at
  FROM deal d JOIN merchant m ON m.id = d.merchant_id JOIN category c ON c.id = d.category_id
 WHERE d.state = 'published' AND d.end_date > $1 AND m.is_active
 ORDER BY d.sorting_number ASC NULLS LAST, d.start_date DESC, d.id`;

interface DealRow {
  id: number;
  title_en: string;
  title_ar: string;
  offer_number: string;
  merchant_id: number;
  merchant_name_en: string;
  merchant_name_ar: string;
  description_en: string;
  description_ar: string;
  terms_en: string;
  terms_ar: string;
  discount_type: number;
  discount: number;
  image_hash: string | null;
  start_date: Date;
  end_date: Date;
  expiry_date: Date;
  sorting_number: number | null;
  merchant_image_hash: string | null;
  category_id: number;
  category_name_en: string;
  category_name_ar: string;
  category_icon: string;
  category_sorting_number: number;
  rate_plans: string[];
  valid_at: number[];
  branches: {
    id: number;
    phone: string | null;
    nameEn: string;
    nameAr: string;
    addressEn: string;
    addressAr: string;
    latitude: string | null;
    longitude: string | null;
  }[];
}

interface PublishedDeal {
  view: CatalogueDeal;
  /** In lower case. */
  ratePlans: ReadonlySet<string>;
}

/** The deals that are live for a rate plan, and until when that stays so. */
export interface LiveDeals {
  deals: readonly CatalogueDeal[];
  /** The last start or end of a deal; -Infinity when there was none. */
  validFromMs: number;
  /** The next start or end of a deal; Infinity when nothing is to come. */
  validUntilMs: number;
  /** Rises whenever the deals have changed: answers from the same edition and plan are the same while valid. */
  edition: number;
  /** The same for all who see the same deals: "*" without a rate plan, "" for one that none of the deals knows. */
  ratePlan: string;
}

// Announcements invalidate at once; this bounds what a process that missed one may still answer.
const TRUSTED_FOR_MS = 3_000;

interface Edition {
  readAtMs: number;
  published: Promise<Published>;
}

/** The published deals as they were read. */
interface Published {
  number: number;
  /** The rows as text, for comparison with the next ones. */
  content: string;
  deals: PublishedDeal[];
  /** Rate plans that at least one of the deals knows, in lower case. */
  ratePlans: ReadonlySet<string>;
  /** Live deals by rate plan, until one of them starts or ends. */
  live: Map<string, LiveDeals>;
}

/** The published deals, remembered until something about deals, branches or merchants changes (rules.md §10). */
export class DealCatalogue {
  #edition: Edition | null = null;
  #latest: Published | null = null;
  #editions = 0;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Forgets everything: a deal, a branch or a merchant has changed. */
  forget(): void {
    this.#edition = null;
  }

  /**
   * Deals that are live now. Given a plan: those without one and those with it, whatever its case; otherwise all.
   */
  async live(ratePlan: string | null): Promise<LiveDeals> {
    const now = this.clock.now().getTime();
    const plan = ratePlan === null ? null : ratePlan.toLowerCase();
    return liveOf(await this.#read(now), plan, now);
  }

  /** The same for any moment, as the deals are kept now: read for the asking and not remembered. */
  async liveAt(ratePlan: string | null, at: Date): Promise<readonly CatalogueDeal[]> {
    const { rows } = await this.pool.query<DealRow>(READ_PUBLISHED_DEALS, [at]);
    return liveAmong(rows.map(publishedDeal), ratePlan?.toLowerCase() ?? null, at.getTime()).deals;
  }

  /** The published deals; those that were read before, with all that was made of them, as long as they are the same. */
  async #published(endingAfter: Date): Promise<Published> {
    const { rows } = await this.pool.query<DealRow>(READ_PUBLISHED_DEALS, [endingAfter]);
    const content = JSON.stringify(rows);
    if (this.#latest?.content === content) return this.#latest;
    this.#editions += 1;
    const deals = rows.map(publishedDeal);
    const ratePlans = new Set(deals.flatMap((deal) => [...deal.ratePlans]));
    this.#latest = { number: this.#editions, content, deals, ratePlans, live: new Map() };
    return this.#latest;
  }

  #read(now: number): Promise<Published> {
    if (this.#edition !== null && Math.abs(now - this.#edition.readAtMs) < TRUSTED_FOR_MS)
      return this.#edition.published;
    const published = this.#published(new Date(now));
    const edition: Edition = { readAtMs: now, published };
    this.#edition = edition;
    // A failed read is answered to its own callers only and not remembered.
    published.catch(() => {
      if (this.#edition === edition) this.#edition = null;
    });
    return published;
  }
}

/** Live deals of a plan (in lower case), made at the first request and whenever a deal has started or ended. */
function liveOf(published: Published, plan: string | null, now: number): LiveDeals {
  const name = plan === null ? "*" : published.ratePlans.has(plan) ? `=${plan}` : "";
  const known = published.live.get(name);
  if (known !== undefined && known.validFromMs <= now && now < known.validUntilMs) return known;
  const live = { ...liveAmong(published.deals, plan, now), edition: published.number, ratePlan: name };
  published.live.set(name, live);
  return live;
}

/** `plan` in lower case. */
function liveAmong(
  published: readonly PublishedDeal[],
  plan: string | null,
  now: number,
): Omit<LiveDeals, "edition" | "ratePlan"> {
  const visible = published.filter(
    ({ ratePlans }) => plan === null || ratePlans.size === 0 || ratePlans.has(plan),
  );
  const boundaries = visible.flatMap(({ view }) => [view.startsAt.getTime(), view.endsAt.getTime()]);
  return {
    deals: visible.map(({ view }) => view).filter((view) => isLive(view, now)),
    validFromMs: Math.max(...boundaries.filter((time) => time <= now), Number.NEGATIVE_INFINITY),
    validUntilMs: Math.min(...boundaries.filter((time) => time > now), Number.POSITIVE_INFINITY),
  };
}

/** Live: published and `StartDate` ≤ now < `EndDate`. */
function isLive({ startsAt, endsAt }: DealView, now: number): boolean {
  return startsAt.getTime() <= now && now < endsAt.getTime();
}

/** Where an image is served; "" when there is none. */
export function imagePath(hash: string | null): string {
  return hash === null ? "" : `/images/${hash}`;
}

function publishedDeal(row: DealRow): PublishedDeal {
  const ratePlans = new Map(row.rate_plans.map((plan) => [plan.toLowerCase(), plan]));
  return {
    ratePlans: new Set(ratePlans.keys()),
    view: {
      id: row.id,
      title: { en: row.title_en, ar: row.title_ar },
      offerNumber: row.offer_number,
      description: { en: row.description_en, ar: row.description_ar },
      terms: { en: row.terms_en, ar: row.terms_ar },
      discountType: row.discount_type,
      discount: row.discount,
      image: imagePath(row.image_hash),
      startsAt: row.start_date,
      endsAt: row.end_date,
      expiresAt: row.expiry_date,
      sortingNumber: row.sorting_number,
      merchantImage: imagePath(row.merchant_image_hash),
      categoryId: row.category_id,
      merchant: { id: row.merchant_id, name: { en: row.merchant_name_en, ar: row.merchant_name_ar } },
      category: {
        id: row.category_id,
        name: { en: row.category_name_en, ar: row.category_name_ar },
        icon: row.category_icon,
        sortingNumber: row.category_sorting_number,
      },
      ratePlans: [...ratePlans.values()],
      validAt: row.valid_at,
      branches: row.branches.map((branch) => ({
        id: branch.id,
        phone: branch.phone,
        name: { en: branch.nameEn, ar: branch.nameAr },
        address: { en: branch.addressEn, ar: branch.addressAr },
        latitude: branch.latitude ?? "",
        longitude: branch.longitude ?? "",
      })),
    },
  };
}
