import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminActor } from "@/lib/admin/actor";
import { adjustPoints } from "@/lib/admin/adjust-points";
import { changeDealState } from "@/lib/admin/change-deal-state";
import { clearWalletPin } from "@/lib/admin/clear-wallet-pin";
import { createBranch } from "@/lib/admin/create-branch";
import { createCategory } from "@/lib/admin/create-category";
import { createClient } from "@/lib/admin/create-client";
import { createDeal } from "@/lib/admin/create-deal";
import { createMerchant } from "@/lib/admin/create-merchant";
import { createSegment } from "@/lib/admin/create-segment";
import { createUser } from "@/lib/admin/create-user";
import { createWebhook } from "@/lib/admin/create-webhook";
import { deactivateBranch } from "@/lib/admin/deactivate-branch";
import { deactivateCategory } from "@/lib/admin/deactivate-category";
import { deactivateMerchant } from "@/lib/admin/deactivate-merchant";
import { deactivateUser } from "@/lib/admin/deactivate-user";
import { deleteDeal } from "@/lib/admin/delete-deal";
import { deleteWebhook, disableWebhook } from "@/lib/admin/disable-webhook";
import { duplicateDeal } from "@/lib/admin/duplicate-deal";
import { enableWebhook } from "@/lib/admin/enable-webhook";
import { endStaffSessions } from "@/lib/admin/end-staff-sessions";
import { endUserSessions } from "@/lib/admin/end-user-sessions";
import { enrolWallet } from "@/lib/admin/enrol-wallet";
import { exportWallets } from "@/lib/admin/export-wallets";
import { listImports } from "@/lib/admin/import-wallets";
import { inviteUser } from "@/lib/admin/invite-user";
import { issueUserLink } from "@/lib/admin/issue-user-link";
import { listBranches } from "@/lib/admin/list-branches";
import { listCategories } from "@/lib/admin/list-categories";
import { listClients } from "@/lib/admin/list-clients";
import { listDeals } from "@/lib/admin/list-deals";
import { listMerchants } from "@/lib/admin/list-merchants";
import { listUsers } from "@/lib/admin/list-users";
import { listWebhooks } from "@/lib/admin/list-webhooks";
import { mergeWallets } from "@/lib/admin/merge-wallets";
import { orderDeals } from "@/lib/admin/order-deals";
import { type AdminAction, isPermitted, PERMISSIONS } from "@/lib/admin/permissions";
import { publishConsentText } from "@/lib/admin/publish-consent-text";
import { reactivateBranch } from "@/lib/admin/reactivate-branch";
import { reactivateCategory } from "@/lib/admin/reactivate-category";
import { reactivateMerchant } from "@/lib/admin/reactivate-merchant";
import { reactivateUser } from "@/lib/admin/reactivate-user";
import { readAudit } from "@/lib/admin/read-audit";
import { readProgramme } from "@/lib/admin/read-programme";
import { resetTwoFactor } from "@/lib/admin/reset-two-factor";
import { revokeClient } from "@/lib/admin/revoke-client";
import { revokeClientSecret } from "@/lib/admin/revoke-client-secret";
import { rotateClientSecret } from "@/lib/admin/rotate-client-secret";
import { rotateWebhookSecret } from "@/lib/admin/rotate-webhook-secret";
import { setPassword } from "@/lib/admin/set-password";
import { setWalletPin } from "@/lib/admin/set-wallet-pin";
import { setWalletSegment } from "@/lib/admin/set-wallet-segment";
import { setWalletStatus } from "@/lib/admin/set-wallet-status";
import { storeImage } from "@/lib/admin/store-image";
import { updateBranch } from "@/lib/admin/update-branch";
import { updateCategory } from "@/lib/admin/update-category";
import { updateClient } from "@/lib/admin/update-client";
import { updateDeal } from "@/lib/admin/update-deal";
import { updateMerchant } from "@/lib/admin/update-merchant";
import { updateProgramme } from "@/lib/admin/update-programme";
import { updateSegment } from "@/lib/admin/update-segment";
import { updateUser } from "@/lib/admin/update-user";
import { updateWallet } from "@/lib/admin/update-wallet";
import { updateWebhook } from "@/lib/admin/update-webhook";
import { viewWallet } from "@/lib/admin/view-wallet";
import { ROLES } from "@/lib/auth/roles";
import { WALLET_STATUS } from "@/lib/ledger/types";
import { audit, createWorld, newDeal, refusal, unique, uniqueMsisdn, type World } from "./world";

let world: World;
let walletCode: string;
let closedWalletCode: string;
let clientId: number;
let categoryId: number;
let dealId: number;
beforeAll(async () => {
  world = await createWorld();
  const { context, operator, ours } = world;
  const enrol = () => enrolWallet(context, operator, { contactMsisdn: uniqueMsisdn(), hasConsented: true });
  walletCode = (await enrol()).walletCode;
  closedWalletCode = (await enrol()).walletCode;
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

const categoryFields = () => ({ nameEn: "A", nameAr: "ب", icon: "tag", sortingNumber: 1 });
const dealFields = () => newDeal(categoryId);

const webhooks = () => ({
  ...world.context,
  policy: { allowsLoopback: false },
  serviceSecret: "only-for-tests-only-for-tests-only-for-tests",
});

/** How each act is asked for; whether it would otherwise succeed does not matter to who is refused. */
const ACTS: Record<AdminAction, (actor: AdminActor) => Promise<unknown>> = {
  "merchant.read": (actor) => listMerchants(world.context, actor),
  "merchant.create": (actor) => createMerchant(world.context, actor, { nameEn: "A", nameAr: "ب" }),
  "merchant.update": (actor) => updateMerchant(world.context, actor, { ...merchant(), version: 0 }),
  "merchant.deactivate": (actor) => deactivateMerchant(world.context, actor, merchant()),
  "merchant.reactivate": (actor) => reactivateMerchant(world.context, actor, merchant()),
  "branch.read": (actor) => listBranches(world.context, actor),
  "branch.create": (actor) =>
    createBranch(world.context, actor, { ...merchant(), msisdn: uniqueMsisdn(), nameEn: "A", nameAr: "ب" }),
  "branch.update": (actor) => updateBranch(world.context, actor, { ...branch(), version: 0 }),
  "branch.deactivate": (actor) => deactivateBranch(world.context, actor, branch()),
  "branch.reactivate": (actor) => reactivateBranch(world.context, actor, branch()),
  "client.read": (actor) => listClients(world.context, actor),
  "client.create": (actor) =>
    createClient(world.context, actor, { ...merchant(), name: "A", scopes: ["reward"] }),
  "client.update": (actor) => updateClient(world.context, actor, { clientId, version: 0 }),
  "client.rotate": (actor) => rotateClientSecret(world.context, actor, { clientId, version: 0 }),
  "client.revoke": (actor) => revokeClient(world.context, actor, { clientId }),
  "client.revoke_secret": (actor) => revokeClientSecret(world.context, actor, { clientId, secretId: 0 }),
  "client.expose_nid": (actor) =>
    createClient(world.context, actor, { ...merchant(), name: "A", scopes: ["reward"], exposeNid: true }),
  "client.unlimited_rate": (actor) =>
    createClient(world.context, actor, { ...merchant(), name: "A", scopes: ["reward"], rate: null }),
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
  "wallet.clear_pin": (actor) => clearWalletPin(world.context, actor, { walletCode }),
  "wallet.set_segment": (actor) =>
    setWalletSegment(world.context, actor, { walletCode, version: 0, segmentId: 1, reason: "Test" }),
  "wallet.adjust": (actor) => adjustPoints(world.context, actor, adjustment()),
  "wallet.approve_adjustment": (actor) => adjustPoints(world.context, world.ours.admin, adjustment(), actor),
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
  "category.read": (actor) => listCategories(world.context, actor),
  "category.create": (actor) => createCategory(world.context, actor, categoryFields()),
  "category.update": (actor) =>
    updateCategory(world.context, actor, { categoryId, version: 0, ...categoryFields() }),
  "category.deactivate": (actor) => deactivateCategory(world.context, actor, { categoryId }),
  "category.reactivate": (actor) => reactivateCategory(world.context, actor, { categoryId }),
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
};

const merchant = () => ({ merchantId: world.ours.merchantId });
const branch = () => ({ branchId: world.ours.branchId });
const user = () => ({ userId: world.ours.cashier.userId });
const adjustment = () =>
  ({ walletCode, direction: "up", points: 1, reason: "Test", reference: unique("test-") }) as const;

const actorOf = (role: (typeof ROLES)[number]): AdminActor =>
  ({
    cashier: world.ours.cashier,
    supervisor: world.ours.supervisor,
    merchant_admin: world.ours.admin,
    programme_operator: world.operator,
  })[role];

const REFUSED = (Object.keys(PERMISSIONS) as AdminAction[]).flatMap((action) =>
  ROLES.filter((role) => !isPermitted(role, action)).map((role) => [action, role] as const),
);

test.each(REFUSED)("%s is refused to a %s and leaves no trace", async (action, role) => {
  const before = (await audit(world)).length;
  const code = action === "wallet.approve_adjustment" ? "approver_not_allowed" : "forbidden";
  expect(await refusal(() => ACTS[action](actorOf(role)))).toEqual({ code, params: {} });
  expect(await audit(world)).toHaveLength(before);
});

test("nobody but the programme's operators may do what concerns more than one merchant", () => {
  const alone = (Object.keys(PERMISSIONS) as AdminAction[]).filter(
    (action) => ROLES.filter((role) => isPermitted(role, action)).join() === "programme_operator",
  );
  expect(alone).toEqual([
    "merchant.create",
    "merchant.deactivate",
    "merchant.reactivate",
    "client.expose_nid",
    "client.unlimited_rate",
    "programme.update",
    "programme.publish_consent",
    "segment.create",
    "segment.update",
    "wallet.reopen",
    "category.create",
    "category.update",
    "category.deactivate",
    "category.reactivate",
  ]);
});

test("a higher role may do whatever a lower one may", () => {
  for (const action of Object.keys(PERMISSIONS) as AdminAction[]) {
    const allowed = ROLES.map((role) => isPermitted(role, action));
    expect(allowed, action).toEqual([...allowed].sort());
  }
});
