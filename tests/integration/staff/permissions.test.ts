import { afterAll, beforeAll, expect, test } from "vitest";
import { adjustPoints } from "@/lib/areas/adjustments/adjust-points";
import { readAudit } from "@/lib/areas/audit/read";
import { exportBranches } from "@/lib/areas/branches/branches";
import { createCategory } from "@/lib/areas/categories/categories";
import {
  issueCertificate,
  listCertificates,
  revokeCertificate,
} from "@/lib/areas/certification/certificates";
import { createClient, revokeClient, updateClient } from "@/lib/areas/clients/clients";
import { listClients } from "@/lib/areas/clients/read";
import { resetClientSandbox } from "@/lib/areas/clients/sandbox";
import {
  revokeClientSecret,
  revokeSigningSecret,
  rotateClientSecret,
  rotateSigningSecret,
} from "@/lib/areas/clients/secrets";
import { stopIssue, takeBackUnused } from "@/lib/areas/coupons/check-issue";
import { addIssueLines, createIssue, issueByHand } from "@/lib/areas/coupons/issue-coupons";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { refusedLines } from "@/lib/areas/coupons/read-issues";
import {
  changeTemplateState,
  createTemplate,
  listTemplates,
  updateTemplate,
} from "@/lib/areas/coupons/templates";
import { cancelCoupon, redeemCoupon } from "@/lib/areas/coupons/use-coupon";
import { changeDealState, createDeal, deleteDeal, duplicateDeal, updateDeal } from "@/lib/areas/deals/deals";
import { orderDeals } from "@/lib/areas/deals/order-deals";
import { storeImage } from "@/lib/areas/deals/pictures";
import { exportDeals, listDeals } from "@/lib/areas/deals/read";
import {
  eraseWallet,
  joinFamily,
  leaveFamily,
  setAllowance,
  setWalletType,
} from "@/lib/areas/families/families";
import { putAwayFirstHour } from "@/lib/areas/firsthour/portal";
import { releaseHold } from "@/lib/areas/holds/portal";
import { listImports } from "@/lib/areas/imports/read-imports";
import { setLastDay } from "@/lib/areas/merchants/merchants";
import { readPersonFile, withdrawConsent } from "@/lib/areas/privacy/person-file";
import { readRegister } from "@/lib/areas/privacy/register";
import { setRetention } from "@/lib/areas/privacy/retention";
import { putClockRight } from "@/lib/areas/programme/clock";
import { publishConsentText, readProgramme, updateProgramme } from "@/lib/areas/programme/programme";
import { createSegment, updateSegment } from "@/lib/areas/programme/segments";
import { movePromotion, setStacking } from "@/lib/areas/promotions/promotions";
import { assignCase, closeCase, noteCase, openCase } from "@/lib/areas/radar/cases";
import { setOwnNumbers } from "@/lib/areas/radar/people";
import { lookAtToday, readRadar } from "@/lib/areas/radar/read-portal";
import { decideReview } from "@/lib/areas/radar/reviews";
import { createClosedMonth, reopenClosedMonth } from "@/lib/areas/reports/closed-months";
import { createReportFile } from "@/lib/areas/reports/files";
import { handOverShift } from "@/lib/areas/shifts/shifts";
import { issueUserLink } from "@/lib/areas/staff/links";
import {
  createPermissionSet,
  deletePermissionSet,
  updatePermissionSet,
} from "@/lib/areas/staff/permission-sets";
import { exportUsers, listUsers } from "@/lib/areas/staff/read";
import { endStaffSessions, endUserSessions, resetTwoFactor, setPassword } from "@/lib/areas/staff/sign-in";
import { createUser, deactivateUser, inviteUser, reactivateUser, updateUser } from "@/lib/areas/staff/users";
import { endBranchCode, openBranchCode } from "@/lib/areas/tills/branch-code";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { countNotJoined, joinAtTill } from "@/lib/areas/wallets/join-customer";
import { mergeWallets, previewMerge } from "@/lib/areas/wallets/merge-wallets";
import { chooseWalletPin, clearWalletPin, setWalletPin } from "@/lib/areas/wallets/pins";
import { exportWallets, viewWallet } from "@/lib/areas/wallets/read";
import { setWalletSegment, setWalletStatus, updateWallet } from "@/lib/areas/wallets/update-wallet";
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from "@/lib/areas/webhooks/webhooks";
import { CHANNEL, WALLET_STATUS } from "@/lib/ledger/rules/types";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { type AdminAction, isPermitted, PERMISSIONS } from "@/lib/portal/acts/permissions";
import { ROLES, SERVING_ROLES } from "@/lib/portal/acts/roles";
import {
  actAlone,
  audit,
  createWorld,
  newDeal,
  refusal,
  unique,
  uniqueMsisdn,
  type World,
} from "@/tests/support/admin-world";
import { expectOfEach } from "@/tests/support/each";

let world: World;
let walletCode: string;
let closedWalletCode: string;
let strangersWalletCode: string;
let clientId: number;
let categoryId: number;
let dealId: number;
beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
  const { context, operator, ours, theirs } = world;
  const enrol = async (by: AdminActor) =>
    (await enrolWallet(context, by, { contactMsisdn: uniqueMsisdn(), hasConsented: true })).walletCode;
  walletCode = await enrol(ours.admin);
  closedWalletCode = await enrol(ours.admin);
  strangersWalletCode = await enrol(theirs.admin);
  const { closed: statusId } = WALLET_STATUS;
  await setWalletStatus(context, operator, {
    walletCode: closedWalletCode,
    version: 1,
    statusId,
    reason: "Test",
  });
  const { client } = await createClient(context, operator, {
    merchantId: ours.merchantId,
    name: "POS",
    scopes: ["reward"],
  });
  clientId = client.id;
  categoryId = (await createCategory(context, operator, categoryFields())).id;
  dealId = (await createDeal(context, operator, { merchantId: ours.merchantId, ...dealFields() })).id;
});
afterAll(() => world.database.drop());

const categoryFields = () => ({ nameEn: "A", nameAr: "ب", icon: "tag" as const, sortingNumber: 1 });
const dealFields = () => newDeal(categoryId);

const templateFields = () => ({
  ...{ titleEn: "A", titleAr: "ب", termsEn: "", termsAr: "", discountType: 2 as const, discount: 1 },
  ...{ validFrom: null, validUntil: null, validDays: null, branchIds: [], costPoints: null },
  ...{ stockMax: 10, rewardMin: null, worth: 5, minBill: null },
});
const couponAct = () => ({
  ...{ via: "till" as const, channelId: CHANNEL.cashierPortal, walletCode, number: "2".repeat(16) },
  branch: null,
});

const withPool = () => ({ ...world.context, pool: world.database.pool });
const webhooks = () => ({
  ...world.context,
  policy: { allowsLoopback: false },
  clientPolicy: { allowsLoopback: false },
  serviceSecret: "only-for-tests-only-for-tests-only-for-tests",
});

/**
 * How each act is asked for; whether it would otherwise succeed does not matter to who is refused. One that is not named here is
 * the function of its name ({@link actOf}).
 */
const ACTS: Partial<Record<AdminAction, (actor: AdminActor) => Promise<unknown>>> = {
  "branch.export": (actor) => exportBranches(world.context, actor, { ids: [world.ours.branchId] }),
  "deal.export": (actor) => exportDeals(world.context, actor, { ids: [dealId] }),
  "user.export": (actor) => exportUsers(world.context, actor, { ids: [actor.userId] }),
  "programme.first_hour": (actor) => putAwayFirstHour(world.context, actor, { isDismissed: true }),
  "programme.set_up": async (actor) => requirePermission(actor, "programme.set_up"),
  "promotion.read": async (actor) => requirePermission(actor, "promotion.read"),
  "report.read": async (actor) => requirePermission(actor, "report.read"),
  "owed.read": async (actor) => requirePermission(actor, "owed.read"),
  "permission_set.create": (actor) =>
    createPermissionSet(world.context, actor, {
      ...{ ...merchant(), name: "Set", role: "cashier" },
      ...{ added: [], removed: [] },
    }),
  "permission_set.update": (actor) =>
    updatePermissionSet(world.context, actor, { setId: 0, version: 1, name: "Set", added: [], removed: [] }),
  "permission_set.delete": (actor) => deletePermissionSet(world.context, actor, { setId: 0 }),
  "promotion.change_state": (actor) =>
    movePromotion(world.context, actor, { promotionId: 0, version: 0, move: "pause" }),
  "promotion.set_stacking": (actor) => setStacking(world.context, actor, true),
  "coupon.read": (actor) => listTemplates(world.context, actor),
  "coupon.issue": (actor) => issueByHand(world.context, actor, { templateId: 0, walletCode }),
  "coupon.redeem": (actor) => redeemCoupon(world.context, actor, couponAct()),
  "coupon.reopen": (actor) => cancelCoupon(world.context, actor, { ...couponAct(), ends: false }),
  "coupon.void": (actor) => cancelCoupon(world.context, actor, { ...couponAct(), ends: true }),
  "coupon_template.create": (actor) =>
    createTemplate(world.context, actor, { ...merchant(), fields: templateFields() }),
  "coupon_template.update": (actor) =>
    updateTemplate(world.context, actor, { templateId: 0, version: 0, fields: templateFields() }),
  "coupon_template.change_state": (actor) =>
    changeTemplateState(world.context, actor, { templateId: 0, version: 0, state: "live" }),
  "coupon_issue.stop": (actor) => stopIssue(world.context, actor, 0),
  "coupon_issue.take_back": (actor) => takeBackUnused(world.context, actor, 0),
  "coupon_issue.create": (actor) =>
    createIssue(world.context, actor, { templateId: 0, fileName: "", unnamed: 1 }),
  "client.read": (actor) => listClients(world.context, actor),
  "client.create": (actor) =>
    createClient(world.context, actor, { ...merchant(), name: "A", scopes: ["reward"] }),
  "client.update": (actor) => updateClient(world.context, actor, { clientId, version: 0 }),
  "client.rotate": (actor) => rotateClientSecret(world.context, actor, { clientId, version: 0 }),
  "client.revoke": (actor) => revokeClient(world.context, actor, { clientId }),
  "client.rotate_signing": (actor) => rotateSigningSecret(world.context, actor, { clientId, version: 0 }),
  "client.revoke_signing": (actor) => revokeSigningSecret(world.context, actor, { clientId, secretId: 0 }),
  "client.revoke_secret": (actor) => revokeClientSecret(world.context, actor, { clientId, secretId: 0 }),
  "client.expose_nid": (actor) =>
    createClient(world.context, actor, { ...merchant(), name: "A", scopes: ["reward"], exposeNid: true }),
  "client.unlimited_rate": (actor) =>
    createClient(world.context, actor, { ...merchant(), name: "A", scopes: ["reward"], rate: null }),
  "client.own_limits": (actor) =>
    createClient(world.context, actor, { ...merchant(), name: "A", scopes: ["reward"], hasOwnLimits: true }),
  "client.reset_sandbox": (actor) => resetClientSandbox(withPool(), actor, { clientId }),
  "certification.read": (actor) => listCertificates(world.context, actor, clientId),
  "certification.issue": (actor) =>
    issueCertificate({ ...withPool(), serviceVersion: "1" }, actor, { clientId, maker: "A" }),
  "certification.revoke": (actor) => revokeCertificate(world.context, actor, { clientId, certificateId: 0 }),
  "user.read": (actor) => listUsers(world.context, actor),
  "user.create": (actor) =>
    createUser(world.context, actor, {
      ...merchant(),
      username: unique("somebody"),
      name: "A",
      role: "supervisor",
      password: "long enough it is",
    }),
  "user.invite": (actor) =>
    inviteUser(world.context, actor, {
      ...merchant(),
      username: unique("somebody"),
      name: "A",
      role: "supervisor",
    }),
  "user.issue_link": (actor) => issueUserLink(world.context, actor, { userId: world.theirs.cashier.userId }),
  "user.end_all_sessions": (actor) =>
    endStaffSessions(world.context, actor, { ...merchant(), keptSessionId: 0 }),
  "user.end_sessions": (actor) =>
    endUserSessions(world.context, actor, { userId: world.theirs.cashier.userId }),
  "user.reset_two_factor": (actor) =>
    resetTwoFactor(world.context, actor, { userId: world.theirs.cashier.userId }),
  "user.update": (actor) => updateUser(world.context, actor, { ...user(), version: 0 }),
  "user.set_password": (actor) =>
    setPassword(world.context, actor, { userId: world.theirs.cashier.userId, password: "long enough it is" }),
  "user.deactivate": (actor) => deactivateUser(world.context, actor, { userId: world.theirs.cashier.userId }),
  "user.reactivate": (actor) => reactivateUser(world.context, actor, user()),
  "programme.read": (actor) => readProgramme(world.context, actor),
  "programme.publish_consent": (actor) =>
    publishConsentText(world.context, actor, { version: 0, textEn: "Test", textAr: "اختبار" }),
  "programme.put_clock_right": (actor) => putClockRight(world.context, actor),
  "programme.update": (actor) => updateProgramme(world.context, actor, { version: 0 }),
  "segment.create": (actor) =>
    createSegment(world.context, actor, {
      nameEn: "A",
      nameAr: "ب",
      value: 1,
      rewardFactor: "1",
      redeemFactor: "1",
    }),
  "segment.update": (actor) => updateSegment(world.context, actor, { segmentId: 1, version: 0 }),
  "wallet.read": (actor) => viewWallet(world.context, actor, { walletCode }),
  "wallet.enrol": (actor) =>
    enrolWallet(world.context, actor, { contactMsisdn: uniqueMsisdn(), hasConsented: true }),
  "wallet.update": (actor) => updateWallet(world.context, actor, { walletCode, version: 0 }),
  "wallet.set_status": (actor) =>
    setWalletStatus(world.context, actor, { walletCode, version: 0, statusId: 3, reason: "Test" }),
  "wallet.reopen": (actor) =>
    setWalletStatus(world.context, actor, {
      walletCode: closedWalletCode,
      version: 2,
      statusId: 1,
      reason: "Test",
    }),
  "wallet.set_pin": (actor) => setWalletPin(world.context, actor, { walletCode, pin: "4711" }),
  "wallet.choose_pin": (actor) => chooseWalletPin(world.context, actor, { walletCode, pin: "4711" }),
  "wallet.join": (actor) =>
    joinAtTill(world.context, actor, { walletCode, consent: { version: 1, language: "en" } }),
  "wallet.join_many": (actor) => countNotJoined(world.context, actor, { ids: [] }),
  "wallet.clear_pin": (actor) => clearWalletPin(world.context, actor, { walletCode }),
  "wallet.set_segment": (actor) =>
    setWalletSegment(world.context, actor, { walletCode, version: 0, segmentId: 1, reason: "Test" }),
  "wallet.adjust": (actor) => adjustPoints(world.context, actor, adjustment()),
  "wallet.approve_adjustment": (actor) => adjustPoints(world.context, world.ours.admin, adjustment(), actor),
  "wallet.join_family": (actor) =>
    joinFamily(world.context, actor, {
      walletCode,
      version: 0,
      parentWalletCode: closedWalletCode,
      role: "own",
      allowance: null,
      reason: "Test",
    }),
  "wallet.leave_family": (actor) => leaveFamily(world.context, actor, { walletCode }),
  "wallet.set_allowance": (actor) =>
    setAllowance(world.context, actor, { walletCode, version: 0, allowance: null }),
  "wallet.set_type": (actor) =>
    setWalletType(world.context, actor, { walletCode, version: 0, walletType: null }),
  "wallet.erase": (actor) => eraseWallet(world.context, actor, { walletCode, version: 0, reason: "Test" }),
  "wallet.withdraw_consent": (actor) => withdrawConsent(world.context, actor, { walletCode, version: 0 }),
  "wallet.read_file": (actor) => readPersonFile(world.context, actor, walletCode),
  "privacy.read": (actor) => readRegister(world.context, actor),
  "privacy.update": (actor) => setRetention(world.context, actor, {}),
  "wallet.release_hold": (actor) => releaseHold(world.context, actor, { walletCode, holdId: 987_654 }),
  "wallet.merge": (actor) =>
    mergeWallets(world.context, actor, {
      walletCode,
      version: 0,
      toWalletCode: closedWalletCode,
      reason: "Test",
    }),
  "deal.read": (actor) => listDeals(world.context, actor),
  "deal.create": (actor) => createDeal(world.context, actor, { ...merchant(), ...dealFields() }),
  "deal.update": (actor) => updateDeal(world.context, actor, { dealId, version: 0, ...dealFields() }),
  "deal.change_state": (actor) =>
    changeDealState(world.context, actor, { dealId, version: 0, move: "publish" }),
  "deal.duplicate": (actor) => duplicateDeal(world.context, actor, { dealId }),
  "deal.delete": (actor) => deleteDeal(world.context, actor, { dealId, version: 0 }),
  "deal.order": (actor) => orderDeals(world.context, actor, { ...merchant(), from: [0], to: [0] }),
  "image.store": (actor) => storeImage(world.context, actor, new Uint8Array()),
  "wallet.import": (actor) => listImports(world.context, actor),
  "wallet.export": (actor) => exportWallets({ ...world.context, pool: world.database.pool }, actor, {}),
  "webhook.read": (actor) => listWebhooks(world.context, actor),
  "webhook.create": (actor) =>
    createWebhook(webhooks(), actor, {
      ...merchant(),
      url: "https://example.com/",
      description: "",
      eventTypes: ["points.rewarded"],
    }),
  "webhook.update": (actor) => updateWebhook(webhooks(), actor, { webhookId: 0, version: 0 }),
  "webhook.rotate": (actor) => rotateWebhookSecret(webhooks(), actor, { webhookId: 0, version: 0 }),
  "webhook.enable": (actor) => enableWebhook(world.context, actor, { webhookId: 0 }),
  "webhook.disable": (actor) => disableWebhook(world.context, actor, { webhookId: 0 }),
  "webhook.delete": (actor) => deleteWebhook(world.context, actor, { webhookId: 0 }),
  "audit.read": (actor) => readAudit(world.context, actor),
  "radar.read": (actor) =>
    readRadar({ ...actor, set: null, branchIds: [], activeBranchId: null, tillId: null }, {}),
  "radar.run": (actor) =>
    lookAtToday({ ...actor, set: null, branchIds: [], activeBranchId: null, tillId: null }),
  "approval.review": (actor) =>
    decideReview(world.context, actor, { approvalId: 0, decision: "approve", note: "A", opensCase: false }),
  "radar_case.open": (actor) => openCase(world.context, actor, user()),
  "radar_case.assign": (actor) =>
    assignCase(world.context, actor, { caseId: 0, version: 0, assignedTo: null }),
  "radar_case.note": (actor) => noteCase(world.context, actor, { caseId: 0, text: "A" }),
  "radar_case.close": (actor) =>
    closeCase(world.context, actor, { caseId: 0, version: 0, verdict: "explained" }),
  "user.set_numbers": (actor) =>
    setOwnNumbers(world.context, actor, { ...user(), change: { add: uniqueMsisdn() } }),
  "report_file.create": (actor) =>
    createReportFile(world.context, actor, {
      ...{ format: "csv", language: "en" },
      query: { from: "2026-01-01", to: "2026-01-31" },
    }),
  "merchant.set_last_day": (actor) =>
    setLastDay(world.context, actor, { merchantId: 0, version: 1, lastDay: "2030-01-01" }),
  "till.open_code": (actor) => openBranchCode(world.context, actor, 0),
  "till.end_code": (actor) => endBranchCode(world.context, actor, 0),
  "shift.hand_over": (actor) =>
    handOverShift(world.context, actor, { shiftId: 0, toUserId: 0, count: null, note: "" }),
  "closed_month.reopen": (actor) =>
    reopenClosedMonth(world.context, actor, { month: "2026-01-01", reason: "Late bills", changes: [] }),
  "closed_month.create": (actor) =>
    createClosedMonth(world.context, actor, {
      month: "2026-01-01",
      settlements: [],
      endsAt: "2026-01-31T22:00:00Z",
      figures: {
        ...{ opening: { points: 0, value: 0 }, rows: [], revalued: 0 },
        ...{ closing: { points: 0, value: 0 }, isEqual: true },
      },
      outstanding: {
        ...{ counted: null, parts: [], merchants: [], coupons: [], revalued: "0", points: 0, value: "0" },
        proof: { lots: 0, balances: 0, log: 0, isEqual: true },
      },
    }),
};

type AnyAct = (context: World["context"], actor: AdminActor, input: object) => Promise<unknown>;
const files = import.meta.glob<Record<string, AnyAct>>(
  ["/lib/areas/*/*.ts", "!/lib/areas/*/*portal.ts", "!/lib/areas/*/*schemas.ts"],
  { eager: true },
);
const functions = Object.assign({}, ...Object.values(files)) as Record<string, AnyAct>;

/** "branch.create" is `createBranch`, "category.deactivate" `setCategoryActive` or `deactivateCategory`, and "branch.read" what begins with `listBranch`. Who may not is refused whatever they ask for. */
function actOf(action: AdminAction): (actor: AdminActor) => Promise<unknown> {
  const named = ACTS[action];
  if (named !== undefined) return named;
  const [subject = "", verb = ""] = action.split(".");
  const kind = subject.charAt(0).toUpperCase() + subject.slice(1);
  const name =
    verb === "read"
      ? Object.keys(functions).find((known) => known.startsWith(`list${kind.replace(/y$/, "i")}`))
      : `${verb}${kind}`;
  const act = functions[name ?? ""] ?? functions[`set${kind}Active`];
  if (act === undefined) throw new Error(`Nothing is known to do ${action}.`);
  return (actor) => act(world.context, actor, { isActive: verb === "reactivate" });
}

const merchant = () => ({ merchantId: world.ours.merchantId });
const user = () => ({ userId: world.ours.cashier.userId });
const adjustment = () =>
  ({ walletCode, direction: "up", points: 1, reason: "Test", reference: unique("test-") }) as const;

const actorOf = (role: (typeof ROLES)[number]): AdminActor =>
  ({
    cashier: world.ours.cashier,
    supervisor: world.ours.supervisor,
    read_only: { ...world.ours.admin, role: "read_only" as const },
    marketing: { ...world.ours.admin, role: "marketing" as const },
    finance: { ...world.ours.admin, role: "finance" as const },
    merchant_admin: world.ours.admin,
    programme_operator: world.operator,
  })[role];

const REFUSED = (Object.keys(PERMISSIONS) as AdminAction[]).flatMap((action) =>
  ROLES.filter((role) => !isPermitted({ role }, action)).map((role) => [action, role] as const),
);

test("every act is refused to every role that may not do it, and leaves no trace", async () => {
  const before = (await audit(world)).length;
  await expectOfEach(
    REFUSED,
    (named) => named.join(" by a "),
    async ([action, role]) => {
      const code = action === "wallet.approve_adjustment" ? "approver_not_allowed" : "forbidden";
      expect(await refusal(() => actOf(action)(actorOf(role)))).toEqual({ code, params: {} });
    },
  );
  expect(await audit(world)).toHaveLength(before);
});

/** Acts that are named after wallets and change none that is there. */
const OF_NO_WALLET: readonly AdminAction[] = [
  "wallet.read",
  "wallet.enrol",
  "wallet.import",
  "wallet.export",
  // A stranger who agrees at the till becomes the merchant's customer by that.
  "wallet.join",
  // Of a list, as far as the actor knows its customers (tests/integration/wallets/join.test.ts).
  "wallet.join_many",
];
const ON_WALLETS = (Object.keys(PERMISSIONS) as AdminAction[]).filter(
  (action) => action.startsWith("wallet.") && !OF_NO_WALLET.includes(action),
);
const BY_STRANGERS = ON_WALLETS.flatMap((action) =>
  (["supervisor", "merchant_admin"] as const)
    .filter((role) => isPermitted({ role }, action))
    .map((role) => [action, role] as const),
);

/** All that an act on a wallet could have changed. */
const traces = async () => {
  const { pool } = world.database;
  const tables = [
    "wallet",
    "wallet_profile",
    "wallet_pin",
    "entry",
    "coupon",
    "point_adjustment",
    "points_alone",
  ];
  const rows = tables.map((table) => pool.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY 1`));
  return [(await Promise.all(rows)).map(({ rows }) => rows), (await audit(world)).length];
};

test.each(BY_STRANGERS)(
  "%s is not done to a customer whom the merchant of the %s does not know",
  async (action, role) => {
    const before = await traces();
    const stranger = role === "supervisor" ? world.theirs.supervisor : world.theirs.admin;
    const act = action === "wallet.approve_adjustment" ? adjustApproved : actOf(action);
    expect(await refusal(() => act(stranger))).toEqual({ code: "not_visited", params: {} });
    expect(await traces()).toEqual(before);
  },
);
const adjustApproved = (actor: AdminActor) =>
  adjustPoints(world.context, actor, adjustment(), world.operator);

test("an unseen customer is neither what a known one is merged into nor its parent, and gets no coupon", async () => {
  const { context, theirs } = world;
  const { id: templateId } = await createTemplate(context, theirs.admin, {
    merchantId: theirs.merchantId,
    fields: templateFields(),
  });
  await changeTemplateState(context, theirs.admin, { templateId, version: 1, state: "live" });
  const issue = await createIssue(context, theirs.admin, { templateId, fileName: "", unnamed: 0 });
  const before = await traces();
  const own = { walletCode: strangersWalletCode, version: 1, reason: "Test" };
  const { admin } = theirs;
  for (const act of [
    () => mergeWallets(context, admin, { ...own, toWalletCode: walletCode }),
    () => previewMerge(context, admin, { walletCode: strangersWalletCode, toWalletCode: walletCode }),
    () => joinFamily(context, admin, { ...own, parentWalletCode: walletCode, role: "own", allowance: null }),
    () => issueByHand(context, admin, { templateId, walletCode }),
  ])
    expect(await refusal(act)).toEqual({ code: "not_visited", params: {} });
  expect(await traces()).toEqual(before);
  const walletCodes = [walletCode, strangersWalletCode];
  await addIssueLines(context, admin, { issueId: issue.id, after: 0, walletCodes, isLast: true });
  const client = await world.database.pool.connect();
  await issueStep(client, issue.id, { clock: world.clock, timeZone: () => "Africa/Cairo" });
  client.release();
  expect(await refusedLines(context, admin, { issueId: issue.id, after: 0, limit: 9 })).toEqual([
    { line: 1, walletCode, problem: "unknown" },
  ]);
});

test("a customer who has not agreed to the programme is known to the merchant that enrolled them", async () => {
  const { context, ours } = world;
  const joined = { contactMsisdn: uniqueMsisdn(), hasConsented: false };
  const { walletCode, version } = await enrolWallet(context, ours.admin, joined);
  const named = await updateWallet(context, ours.admin, { walletCode, version, name: "Mona" });
  expect(named).toMatchObject({ isKnown: true, profile: { name: "Mona" } });
});

test("only programme operators may do what concerns more than one merchant", () => {
  const alone = (Object.keys(PERMISSIONS) as AdminAction[]).filter(
    (action) => ROLES.filter((role) => isPermitted({ role }, action)).join() === "programme_operator",
  );
  expect(alone.sort()).toEqual([
    "category.create",
    "category.deactivate",
    "category.reactivate",
    "category.update",
    "client.expose_nid",
    "client.own_limits",
    "client.unlimited_rate",
    "closed_month.create",
    "closed_month.reopen",
    "merchant.create",
    "merchant.deactivate",
    "merchant.reactivate",
    "merchant.set_last_day",
    "privacy.read",
    "privacy.update",
    "programme.first_hour",
    "programme.publish_consent",
    "programme.put_clock_right",
    "programme.set_up",
    "programme.update",
    "promotion.set_stacking",
    "segment.create",
    "segment.update",
    "wallet.erase",
    "wallet.read_file",
    "wallet.reopen",
  ]);
});

test("a higher role may do whatever a lower one may", () => {
  // Marketing, finance and readers stand beside this ladder.
  for (const action of Object.keys(PERMISSIONS) as AdminAction[]) {
    const allowed = SERVING_ROLES.map((role) => isPermitted({ role }, action));
    expect(allowed, action).toEqual([...allowed].sort());
  }
});
