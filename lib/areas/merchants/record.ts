import * as z from "zod/mini";
import { RIPENING_DAYS } from "@/lib/ledger/rules/programme-settings";
import { whole as wholeSetting } from "@/lib/ledger/rules/setting";
import { LIMIT_SETTINGS } from "@/lib/ledger/with/limits/words";
import { LANGUAGES } from "@/lib/platform/language";
import { changed, kept, record, shown, written, writtenAll } from "@/lib/portal/record";
import { ACTIVITIES } from "@/lib/portal/wire/activity";
import { whole } from "@/lib/portal/wire/fields";
import { idParameter, versionSchema } from "@/lib/portal/wire/id";
import { line } from "@/lib/portal/wire/safe-text";
import { searchTextSchema } from "@/lib/portal/wire/search-text";
import { writtenSettings } from "@/lib/portal/wire/setting-schemas";

const name = line(120);
/** 90 when absent. */
const windowDays = z.optional(whole(0, 3650));
/** No when absent. */
const flag = z.optional(z.boolean());

/** A merchant of the programme. */
export const MERCHANT_SETTINGS = {
  ...LIMIT_SETTINGS,
  /** Days until points of its rewards can be spent; null: the programme's, which may be more or fewer. */
  ripeningDays: wholeSetting(null, { looser: "any", ...RIPENING_DAYS }),
};

export const merchant = record({
  nameEn: written(name),
  nameAr: written(name),
  imageHash: changed(z.optional(z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))))),
  /** Days after a redemption in which it can be refunded. */
  refundWindowDays: written(windowDays),
  /** Days after a reward in which its goods can come back. */
  returnWindowDays: written(windowDays),
  /** Whether only the branch that redeemed may refund, and only the one that sold may take back. */
  refundSameBranchOnly: written(flag),
  /** Whether cashiers open wallets at the till. */
  cashiersMayEnrol: written(flag),
  /** Whether its cashiers work on registered tills only, whatever the programme asks for. */
  tillsNeedRegistration: written(flag),
  ...writtenAll(writtenSettings(MERCHANT_SETTINGS)),
  /** The last day on which it sells, of the programme's calendar, at midnight UTC. */
  lastDay: shown(z.nullable(z.date())),
  isActive: shown(z.boolean()),
  createdAt: kept(z.date()),
  updatedAt: kept(z.date()),
});
export const { create, changes, answer } = merchant;
export const list = z.object({ merchants: z.array(answer) });
/** Filters of the list. There are few of them: the browser has them all. */
export const filters = z.object({
  status: z.optional(z.enum(ACTIVITIES)),
  text: z.optional(searchTextSchema),
});
export const target = z.object({ merchantId: idParameter });
/** Null takes the day back. */
export const leaving = z.object({ lastDay: z.nullable(z.iso.date()), version: versionSchema });
const open = z.object({ count: z.int(), points: z.int() });
/** Things that a merchant leaves open for customers, and the people and clients that work with it. */
export const openThings = z.object({
  offers: z.int(),
  coupons: z.int(),
  holds: open,
  pending: open,
  people: z.int(),
  clients: z.int(),
});
export type OpenThings = z.infer<typeof openThings>;
export const statementQuery = z.object({
  format: z.enum(["html", "xlsx", "csv"]),
  language: z.enum(LANGUAGES),
});
/** A file is no JSON that the browser reads. */
export const statement = z.never();
export {
  chosenSchema as chosen,
  manyAnswerSchema as manyAnswer,
  manySchema as many,
} from "@/lib/portal/wire/many";

export type MerchantView = ReturnType<typeof merchant.view>;
export type MerchantFields = z.infer<typeof create>;
export type MerchantChanges = z.infer<typeof changes>;
export type ManagedMerchant = z.infer<typeof answer>;
export type MerchantList = z.infer<typeof list>;
export type MerchantFilters = z.infer<typeof filters>;
