import { createHash } from "node:crypto";
import { filterWords } from "@/lib/areas/wallets/filter-words-portal";
import { requireOpened } from "@/lib/areas/wallets/portal";
import { DomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import {
  couponCatalogue,
  couponsOfWallet,
  findCoupon,
  type KeptCoupon,
} from "@/lib/ledger/with/coupons/lookup";
import { couponProblem } from "@/lib/ledger/with/coupons/use";
import { type CouponTemplate, standingOfCoupon } from "@/lib/ledger/with/coupons/words";
import { readCouponNumber } from "@/lib/platform/coupon-number";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { toLatinDigits } from "@/lib/platform/digits";
import type { Bilingual, Language } from "@/lib/platform/language";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { formatLocalDate } from "@/lib/platform/time";
import { AdminError } from "@/lib/portal/acts/errors";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext, thisMoment } from "@/lib/portal/administration";
import { languageOfRequest } from "@/lib/portal/cookies";
import { requireBranch, requireMerchant } from "@/lib/portal/require";
import { type AdminWork, serveContract } from "@/lib/portal/serve";
import { LINES_HEADER } from "@/lib/portal/wire/request";
import { services } from "@/lib/services";
import { readWalletFacts } from "@/lib/wallet/facts";
import { checkIssue, stopIssue, takeBackUnused } from "./check-issue";
import { coupons as api } from "./contract";
import { readCouponFile } from "./file-portal";
import { addIssueLines, createIssue, issueByHand } from "./issue-coupons";
import { createIssueRunner } from "./issue-runner";
import { countReportLines, issuedNumbers, listIssues, refusedLines } from "./read-issues";
import type { CouponOffer, DeskTemplate, ShownCoupon, UseCouponRequest, WalletCoupons } from "./schemas";
import {
  changeTemplateState,
  createTemplate,
  listTemplates,
  templateResults,
  updateTemplate,
} from "./templates";
import { walletCoupons } from "./till-contract";
import { type CouponInput, cancelCoupon, redeemCoupon } from "./use-coupon";

/** Issues the coupons of files in this process. */
export function couponIssueRunner(): RecurringJob<void> {
  return processSingleton("coupon-issue-runner", () => {
    const { clock, programme } = services();
    return createIssueRunner({
      pool: portalPool(),
      clock,
      timeZone: () => programme.timeZone(),
      onError: (error) =>
        log().error({ err: error }, "Coupons of a file were interrupted and are tried again"),
    });
  });
}

/** The templates that the actor may know of; each act on them answers with those that there are then. */
async function readTemplates({ context, admin }: AdminWork): Promise<{ templates: DeskTemplate[] }> {
  return { templates: await listTemplates(context, admin) };
}

function today(): string {
  const { now, timeZone } = thisMoment();
  return formatLocalDate(now, timeZone);
}

type Branch = CouponInput["branch"];

type BranchName = NonNullable<ShownCoupon["usedBranch"]>;

function shown(
  coupon: KeptCoupon,
  walletCode: string | null,
  branch: Branch,
  usedAtBranch: BranchName | null = null,
): ShownCoupon {
  const { template, issuedAt, usedAt } = coupon;
  const day = today();
  return {
    number: coupon.number,
    standing: standingOfCoupon(coupon, day),
    walletCode,
    ...offerOf(template),
    merchantName: merchantOf(template),
    minBill: template.minBill,
    validFrom: coupon.validFrom,
    validUntil: coupon.validUntil,
    issuedAt: issuedAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    usedBranch: usedAtBranch,
    problem: couponProblem(coupon, branch, day) as ShownCoupon["problem"],
  };
}

function offerOf(template: CouponTemplate) {
  return {
    offerNumber: template.offerNumber,
    title: { en: template.titleEn, ar: template.titleAr },
    terms: { en: template.termsEn, ar: template.termsAr },
    discountType: template.discountType as ShownCoupon["discountType"],
    discount: template.discount,
    worth: template.worth,
  };
}

function merchantOf({ merchantNameEn: en, merchantNameAr: ar }: CouponTemplate): Bilingual | null {
  return en === null || ar === null ? null : { en, ar };
}

function presentOffer(template: CouponTemplate): CouponOffer {
  const { costPoints, validUntil, validDays } = template;
  return { ...offerOf(template), costPoints: costPoints ?? 0, validUntil, validDays };
}

/**
 * The coupons of a wallet that the actor has opened, as they stand at a branch, and offers for points there. A coupon that is shown comes
 * before them when it is nobody's yet, or another merchant's. Throws AdminError `not_found`, `forbidden` for a foreign branch.
 */
async function readWalletCoupons(
  actor: PortalActor,
  walletId: number,
  { branchId, shown: number }: { branchId: number; shown?: string | undefined },
): Promise<WalletCoupons> {
  const branch = await requireBranch(actor, branchId);
  await requireOpened(actor, walletId, "opened");
  const [scanned, [wallet], coupons, offers] = await Promise.all([
    number === undefined ? null : findScanned(number, walletId),
    readWalletFacts(portalPool(), { ids: [walletId], walletCodes: [] }),
    couponsOfWallet(portalPool(), walletId, branch.merchantId),
    couponCatalogue(portalPool(), branch.merchantId, today()),
  ]);
  const isListed = coupons.some(({ id }) => id === scanned?.id);
  const all = scanned === null || isListed ? coupons : [scanned, ...coupons];
  const used = await readUsedBranches(all, branch.merchantId);
  const codeOf = ({ walletId }: KeptCoupon) => (walletId === null ? null : (wallet?.wallet_code ?? null));
  return {
    coupons: all.map((coupon) => shown(coupon, codeOf(coupon), branch, used.get(coupon.usedBranchId ?? 0))),
    offers: offers.map(presentOffer),
  };
}

/** The coupon of a number while it is the wallet's, or nobody's; null: it is another person's, or there is none. */
async function findScanned(text: string, walletId: number): Promise<KeptCoupon | null> {
  const number = readCouponNumber(toLatinDigits(text));
  const coupon = number === null ? null : await findCoupon(portalPool(), number);
  if (coupon === null || (coupon.walletId !== null && coupon.walletId !== walletId)) return null;
  return coupon.walletId === null && coupon.isTest ? null : coupon;
}

/** The merchant's branches at which coupons were used, by their numbers. */
async function readUsedBranches(
  coupons: readonly KeptCoupon[],
  merchantId: number,
): Promise<Map<number, BranchName>> {
  const ids = coupons.flatMap(({ usedBranchId }) => usedBranchId ?? []);
  if (ids.length === 0) return new Map();
  const branches = await prisma().branch.findMany({
    where: { id: { in: ids }, merchantId },
    select: { id: true, nameEn: true, nameAr: true },
  });
  return new Map(branches.map(({ id, ...names }) => [id, names]));
}

function numberOf(text: string): string {
  const number = readCouponNumber(toLatinDigits(text));
  if (number === null) throw new DomainError(1420);
  return number;
}

/** Uses a coupon of a customer at the actor's branch, or takes its use back. Throws as `redeemCoupon` and `cancelCoupon` do. */
async function useAtTill(
  { actor, admin, context }: AdminWork & { actor: PortalActor },
  kind: "use" | "reopen",
  { branchId, walletCode, number, reference, comment }: UseCouponRequest & { comment?: string },
): Promise<{ coupon: ShownCoupon; isReplay: boolean }> {
  const branch = await requireBranch(actor, branchId);
  const input: CouponInput = {
    ...{ via: "till", channelId: CHANNEL.cashierPortal, walletCode, number: numberOf(number), branch },
    comment,
    reference: {
      key: reference,
      requestHash: createHash("sha256")
        .update(JSON.stringify([kind, branchId, walletCode, numberOf(number)]))
        .digest("base64"),
    },
  };
  const { coupon, wallet, isReplay } =
    kind === "use"
      ? await redeemCoupon(context, admin, input)
      : await cancelCoupon(context, admin, { ...input, ends: false });
  return { coupon: shown(coupon, wallet.walletCode, branch), isReplay };
}

/** A coupon by its number, for the desk: of the actor's merchant, or of all merchants. @throws AdminError not_found */
async function findForDesk(actor: PortalActor, text: string): Promise<{ coupon: ShownCoupon }> {
  const number = readCouponNumber(toLatinDigits(text));
  const coupon = number === null ? null : await findCoupon(portalPool(), number);
  const isKnown =
    coupon !== null &&
    !coupon.isTest &&
    (actor.merchantId === null ||
      coupon.template.merchantId === null ||
      coupon.template.merchantId === actor.merchantId);
  if (coupon === null || !isKnown) throw new AdminError("not_found", { subject: "coupon" });
  const ids = coupon.walletId === null ? [] : [coupon.walletId];
  const [wallet] = await readWalletFacts(portalPool(), { ids, walletCodes: [] });
  return { coupon: shown(coupon, wallet?.wallet_code ?? null, null) };
}

const PROBLEMS: Readonly<Record<string, Bilingual>> = {
  unknown: { en: "There is no wallet with this code", ar: "لا يوجد عميل بهذا الكود" },
  has: { en: "The customer has one already", ar: "لدى العميل واحدة بالفعل" },
  closed: { en: "The wallet is closed", ar: "الحساب مغلق" },
  stock: { en: "All coupons of this offer were issued", ar: "صدرت كل الكوبونات المتاحة" },
};
const PAGE = 2_000;

interface ReportRow {
  line: string;
  walletCode: string;
  number: string;
  problem: string;
}

/** Outcome of a file, as a CSV file: each line without a coupon and why, and the number of each coupon with its customer. */
async function issueReport(actor: PortalActor, issueId: number, language: Language): Promise<Response> {
  const columns: CsvColumn<ReportRow>[] = [
    { header: { en: "Line", ar: "السطر" }, cell: ({ line }) => line },
    { header: { en: "Wallet code", ar: "كود العميل" }, cell: ({ walletCode }) => walletCode },
    { header: { en: "Coupon", ar: "الكوبون" }, cell: ({ number }) => number },
    { header: { en: "Why not", ar: "السبب" }, cell: ({ problem }) => problem },
  ];
  // Read ahead of the answer, so that what may not be seen is refused and not cut off.
  const first = await refusedLines(adminContext(), actor, { issueId, after: 0, limit: PAGE });
  const lines = await countReportLines(adminContext(), issueId);
  const name = `coupons ${issueId}`;
  return new Response(csvStream(columns, reportRows(actor, issueId, first, language), language), {
    headers: { ...csvHeaders({ name, plainName: name }), [LINES_HEADER]: String(lines) },
  });
}

async function* reportRows(
  actor: PortalActor,
  issueId: number,
  first: Awaited<ReturnType<typeof refusedLines>>,
  language: Language,
): AsyncGenerator<ReportRow> {
  for (let lines = first; lines.length > 0; ) {
    for (const { line, walletCode, problem } of lines)
      yield {
        line: String(line),
        walletCode,
        number: "",
        problem: PROBLEMS[problem ?? ""]?.[language] ?? "",
      };
    if (lines.length < PAGE) break;
    lines = await refusedLines(adminContext(), actor, {
      issueId,
      after: lines.at(-1)?.line ?? 0,
      limit: PAGE,
    });
  }
  for (let after = 0n; ; ) {
    const numbers = await issuedNumbers(
      { database: prisma(), clock: services().clock },
      { issueId, after, limit: PAGE },
    );
    for (const { number, walletCode } of numbers)
      yield { line: "", walletCode: walletCode ?? "", number, problem: "" };
    if (numbers.length < PAGE) return;
    after = numbers.at(-1)?.id ?? after;
  }
}

export const couponsPortal = serveContract(api, {
  list: readTemplates,
  create: async (call) => {
    if (call.body.merchantId !== null) requireMerchant(call.actor, call.body.merchantId);
    await createTemplate(call.context, call.admin, call.body);
    return readTemplates(call);
  },
  change: async (call) => {
    await updateTemplate(call.context, call.admin, { ...call.params, ...call.body });
    return readTemplates(call);
  },
  switch: async (call) => {
    await changeTemplateState(call.context, call.admin, { ...call.params, ...call.body });
    return readTemplates(call);
  },
  results: ({ context, admin, params }) => templateResults(context, admin, params.templateId),
  issue: ({ context, admin, params, body }) => issueByHand(context, admin, { ...params, ...body }),
  find: ({ actor, body }) => findForDesk(actor, body.number),
  issues: async ({ context, admin }) => ({ issues: await listIssues(context, admin) }),
  createIssue: async ({ context, admin, body: { found: filter, ...body } }) =>
    createIssue(context, admin, {
      ...body,
      ...(filter && { found: { filter, words: await filterWords(prisma(), filter) } }),
    }),
  readFile: ({ actor, body }) => readCouponFile(actor.merchantId, body),
  addLines: async ({ context, admin, params, body }) => {
    const issue = await addIssueLines(context, admin, { ...params, ...body });
    if (issue.state === "running") void couponIssueRunner().run();
    return issue;
  },
  check: ({ context, admin, params, query }) =>
    checkIssue(context, admin, { ...params, again: query.again !== undefined }),
  stopIssue: ({ context, admin, params }) => stopIssue(context, admin, params.issueId),
  takeBack: async ({ context, admin, params }) => {
    const issue = await takeBackUnused(context, admin, params.issueId);
    void couponIssueRunner().run();
    return issue;
  },
  report: ({ actor, params, request }) =>
    issueReport(actor, params.issueId, languageOfRequest(request.headers)),
});

export const walletCouponsPortal = serveContract(walletCoupons, {
  coupons: ({ actor, params, query }) => readWalletCoupons(actor, params.walletId, query),
  use: (call) => useAtTill(call, "use", call.body),
  reopen: (call) => useAtTill(call, "reopen", call.body),
});
