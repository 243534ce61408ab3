import { listBranches } from "@/lib/areas/branches/branches";
import { listMerchants } from "@/lib/areas/merchants/merchants";
import { listSegments, segmentView } from "@/lib/areas/programme/segments";
import type { ChannelId, SegmentVersion } from "@/lib/ledger/rules/types";
import type { Promotion as LedgerPromotion } from "@/lib/ledger/with/promotions/words";
import {
  givenByPromotions,
  lookBack,
  publishedPromotions,
  type TriedProgramme,
  tryBill,
} from "@/lib/log/promotion-trials";
import { columnsByHeader, plainHeader } from "@/lib/platform/csv";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { inUnits } from "@/lib/platform/money";
import { plainCell, readWholeNumber } from "@/lib/platform/table/cells";
import { type ColumnRules, cellsByColumn } from "@/lib/platform/table/match";
import { startOfDayBefore } from "@/lib/platform/time";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import { dealState, movesFrom } from "@/lib/portal/acts/deal-states";
import { AdminError } from "@/lib/portal/acts/errors";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { adminContext, thisMoment } from "@/lib/portal/administration";
import { serveContract } from "@/lib/portal/serve";
import { lineRefusal, surveyUploaded } from "@/lib/portal/uploaded-file";
import type { AgreedFile } from "@/lib/portal/wire/files";
import { services } from "@/lib/services";
import { asPooled, readWallet } from "@/lib/wallet/read";
import { promotions as api } from "./contract";
import {
  completed,
  type PromotionFields,
  type PromotionView,
  promotionView,
  seenBy,
  WITH_RULE,
} from "./promotion";
import {
  countedOf,
  createPromotion,
  movePromotion,
  scheduleOf,
  setStacking,
  updatePromotion,
} from "./promotions";
import {
  type ItemsFileAnswer,
  LOOK_BACK_DAYS,
  type LookBack,
  type Promotion,
  type PromotionFields as PromotionBody,
  type Promotions,
  type Trial,
  type TrialRequest,
} from "./schemas";
import { ITEM_FILE_NAMES, ITEMS_MAX, type ItemFileColumn } from "./words";

/** The promotions that the actor may see, the newest first, and what may be chosen for one. */
async function readPromotions(actor: AdminActor): Promise<Promotions> {
  requirePermission(actor, "promotion.read");
  const { database } = adminContext();
  const isOperator = actor.role === "programme_operator";
  const rows = await database.promotion.findMany({
    where: seenBy(actor),
    include: {
      ...WITH_RULE,
      merchant: { select: { nameEn: true, nameAr: true, isActive: true } },
      total: true,
    },
    orderBy: { id: "desc" },
  });
  const ids = rows.map(({ id }) => id);
  const given = await givenByPromotions(portalPool(), ids, actor.merchantId);
  const [programme, merchants, branches, segments] = await Promise.all([
    database.programme.findUniqueOrThrow({ where: { id: 1 } }),
    isOperator ? listMerchants(adminContext(), actor) : [],
    listBranches(adminContext(), actor),
    listSegments(adminContext(), actor),
  ]);
  const now = services().clock.now();
  return {
    promotions: rows.map(({ merchant, total, ...row }) => {
      const view = promotionView(row);
      const isMerchantStopped = merchant?.isActive === false;
      const body = serialize(view, now, { isOwn: isOwnMerchant(actor, view.merchantId), isMerchantStopped });
      const { points = 0, rewards = 0, hundredths = 0 } = given.get(row.id) ?? {};
      // The rest of the programme's budget would tell what other merchants gave.
      const isTold = [null, view.merchantId].includes(actor.merchantId);
      const left =
        !isTold || view.budgetPoints === null
          ? null
          : Math.max(0, view.budgetPoints - Number(total?.points ?? 0));
      return {
        ...body,
        merchant: merchant && { nameEn: merchant.nameEn, nameAr: merchant.nameAr },
        given: { points, rewards, value: inUnits(BigInt(hundredths)) },
        budgetLeft: left,
      };
    }),
    stack: programme.promotionsStack,
    mayStack: isPermitted(actor, "promotion.set_stacking"),
    timeZone: programme.timeZone,
    currency: programme.currency,
    merchants: merchants.map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
    branches: branches.map(({ id, nameEn, nameAr, merchantId }) => ({ id, nameEn, nameAr, merchantId })),
    segments: segments.map(({ segmentId: id, nameEn, nameAr, ratePlan, ...rates }) => ({
      ...{ id, nameEn, nameAr, ratePlan },
      ...{ rewardFactor: rates.rewardFactor, redeemFactor: rates.redeemFactor },
    })),
  };
}

function serialize(
  { startsAt, endsAt, hasBudget, hasWalletLimit, hasWalletPoints, rule, ...view }: PromotionView,
  now: Date,
  { isOwn, isMerchantStopped }: { isOwn: boolean; isMerchantStopped: boolean },
): Omit<Promotion, "merchant" | "given" | "budgetLeft"> {
  const schedule = { ...scheduleOf({ ...view, startsAt, endsAt }), isMerchantStopped };
  return {
    ...view,
    // Lists of the wire can be changed; those of a rule cannot.
    rule: {
      ...rule,
      merchantIds: [...rule.merchantIds],
      branchIds: [...rule.branchIds],
      segmentIds: [...rule.segmentIds],
      ratePlans: [...rule.ratePlans],
      weekdays: [...rule.weekdays],
      skuIds: [...rule.skuIds],
      channels: [...rule.channels],
    },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    state: dealState(schedule, now),
    moves: isOwn && view.dealId === null ? [...movesFrom(schedule, now)] : [],
  };
}

/** The request's body as the acts take it. */
function fieldsOf({ startsAt, endsAt, ...fields }: PromotionBody): PromotionFields {
  return { ...fields, startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
}

async function triedProgramme(): Promise<TriedProgramme> {
  const row = await adminContext().database.programme.findUniqueOrThrow({ where: { id: 1 } });
  return {
    timeZone: row.timeZone,
    pointsPerEntryMax: Number(row.pointsPerEntryMax),
    balanceMax: Number(row.balanceMax),
    stack: row.promotionsStack,
  };
}

/** A rule as if it were published: a draft that is tried. */
const DRAFT = 0;

function asPublished(body: PromotionBody): LedgerPromotion {
  const fields = completed(fieldsOf(body));
  return {
    ...fields,
    ...countedOf(fields),
    id: DRAFT,
    versionId: DRAFT,
    number: DRAFT,
    skus: fields.skus.map((sku, index) => ({ id: index + 1, ...sku })),
  };
}

/** Promotions that act on a bill, and why others do not: by the rules that would carry it out, at the asked moment. */
async function simulate(
  actor: AdminActor,
  { branchId, hundredths, items, channelId, walletCode, at, draft }: TrialRequest,
): Promise<Trial> {
  requirePermission(actor, "promotion.read");
  const { database } = adminContext();
  const branch = await database.branch.findUnique({ where: { id: branchId } });
  if (branch === null || !isOwnMerchant(actor, branch.merchantId))
    throw new AdminError("not_found", { subject: "branch" });
  const found =
    walletCode === undefined ? null : await readWallet(portalPool(), { walletCode }, thisMoment());
  if (found === null && walletCode !== undefined) throw new AdminError("not_found", { subject: "wallet" });
  const wallet = found && asPooled(found);
  const published = await publishedPromotions(portalPool(), new Date(0));
  const others = published.filter(({ id }) => id !== draft?.promotionId);
  const promotions = draft === undefined ? others : [asPublished(draft), ...others];
  const { rate, judged } = await tryBill(portalPool(), {
    programme: await triedProgramme(),
    promotions,
    wallet,
    segment: wallet?.segment ?? (await firstSegment()),
    bill: {
      hundredths,
      items,
      merchantId: branch.merchantId,
      branchId,
      channelId: channelId as ChannelId,
      at: new Date(at),
    },
  });
  // Promotions that are over, and those of other merchants' branches, explain nothing.
  const seen = judged.filter(
    ({ promotion: { merchantId, id }, verdict }) =>
      id === DRAFT ||
      ((merchantId === null || isOwnMerchant(actor, merchantId)) &&
        !("whyNot" in verdict && verdict.whyNot === "over")),
  );
  const given = judged.reduce((sum, { verdict }) => sum + ("points" in verdict ? verdict.points : 0), 0);
  return {
    rate,
    points: rate + given,
    judged: seen.map(({ promotion: { number, nameEn, nameAr }, verdict }) => ({
      number: number === DRAFT ? null : number,
      nameEn,
      nameAr,
      points: "points" in verdict ? verdict.points : 0,
      whyNot: "points" in verdict ? null : verdict.whyNot,
    })),
  };
}

/** The rates of a customer who has just joined. */
async function firstSegment(): Promise<SegmentVersion> {
  const row = await adminContext().database.segmentVersion.findFirstOrThrow({
    where: { isCurrent: true, segment: { isDefault: true } },
  });
  return segmentView(row, { isDefault: true });
}

/** Points that a rule would have given on the rewards of the last days, and its highest possible cost. Throws AdminError not_found. */
async function lookBackOn(actor: AdminActor, body: PromotionBody): Promise<LookBack> {
  requirePermission(actor, "promotion.read");
  if (!isOwnMerchant(actor, body.merchantId)) throw new AdminError("not_found", { subject: "merchant" });
  const programme = await triedProgramme();
  const branches = (await listBranches(adminContext(), actor)).filter(
    ({ merchantId }) => body.merchantId === null || merchantId === body.merchantId,
  );
  const since = startOfDayBefore(services().clock.now(), LOOK_BACK_DAYS, programme.timeZone);
  const { branches: byBranch, ...past } = await lookBack(portalPool(), {
    programme,
    promotion: asPublished(body),
    branchIds: branches.map(({ id }) => id),
    since,
  });
  return {
    ...past,
    from: since.toISOString(),
    branches: branches.flatMap(({ id, nameEn, nameAr }) => {
      const given = byBranch.get(id);
      return given === undefined ? [] : [{ branchId: id, nameEn, nameAr, ...given }];
    }),
    most: body.budgetPoints,
  };
}

export const promotionsPortal = serveContract(api, {
  list: ({ admin }) => readPromotions(admin),
  create: async ({ admin, context, body }) => {
    const { id } = await createPromotion(context, admin, fieldsOf(body));
    return { ...(await readPromotions(admin)), createdId: id };
  },
  change: async ({ admin, context, params, body: { version, ...body } }) => {
    await updatePromotion(context, admin, { ...params, version, ...fieldsOf(body) });
    return readPromotions(admin);
  },
  move: async ({ admin, context, params, body }) => {
    await movePromotion(context, admin, { ...params, ...body });
    return readPromotions(admin);
  },
  stacking: async ({ admin, context, body }) => {
    await setStacking(context, admin, body.stack);
    return readPromotions(admin);
  },
  trial: ({ admin, body }) => simulate(admin, body),
  readItems: ({ actor, body }) => readItemsFile(actor.merchantId, body),
  lookBack: ({ admin, body }) => lookBackOn(admin, body),
});

const BY_NAME = columnsByHeader(ITEM_FILE_NAMES);
const OTHER_NAMES: Readonly<Record<string, ItemFileColumn | null>> = {
  code: "skuId",
  item: "skuId",
  sku: "skuId",
  barcode: "skuId",
  الكود: "skuId",
  الصنف: "skuId",
  name: null,
  الاسم: null,
};
const RULES: ColumnRules<ItemFileColumn> = {
  columnOf: (header) => BY_NAME.get(plainHeader(header)) ?? OTHER_NAMES[plainHeader(header)],
  several: new Set(),
  looks: [["skuId", (cell) => /^[\p{L}\p{N}][\p{L}\p{N}._*-]*$/u.test(cell)]],
  isEnough: (columns) => columns.has("skuId"),
  days: {},
  exports: [],
};

/**
 * Items of a file, each code once whatever its case: a repeated one is left out. Points are null where the file says none.
 * @throws AdminError validation
 */
async function readItemsFile(
  merchantId: number | null,
  sent: { file: string; agreed?: AgreedFile | undefined },
): Promise<ItemsFileAnswer> {
  const { table, columns, question, isClear } = await surveyUploaded({
    ...sent,
    ...{ rules: RULES, merchantId, kind: "promotions" },
  });
  if (!isClear) return { question, items: [], isPartial: false };
  const items = new Map<string, ItemsFileAnswer["items"][number]>();
  let isPartial = false;
  for await (const { line, cells } of table.records()) {
    const { skuId, points = "" } = cellsByColumn(columns, (cells ?? []).map(plainCell));
    const code = skuId?.slice(0, 64) ?? "";
    if (code === "" || items.has(code.toLowerCase())) continue;
    isPartial = items.size === ITEMS_MAX;
    if (isPartial) break;
    const count = points === "" ? null : readWholeNumber(points);
    if (typeof count === "string" || (count ?? 0) >= 10_000_000) throw lineRefusal("file_number", line);
    items.set(code.toLowerCase(), { skuId: code, points: count });
  }
  return { question: null, items: [...items.values()], isPartial };
}
