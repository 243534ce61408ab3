import { expect } from "vitest";
import { requirementsFor } from "@/lib/areas/certification/requirements";
import { signatureOf } from "@/lib/areas/clients/signature";
import { SCENARIO_WALLETS } from "@/lib/areas/sandbox/scenarios";
import { seal, serviceSecret } from "@/lib/platform/seal";
import { MOVEMENTS } from "@/lib/points-api/movements";
import { OPERATIONS } from "@/lib/points-api/operations";
import { serveEvents } from "@/lib/points-api/serve-events";
import { serveCertification } from "@/lib/points-api/serve-sandbox";
import { serveWebhook } from "@/lib/points-api/serve-webhook";
import { BRANCH, newReference, PINS, startApi, unique } from "@/tests/support/api";
import { createCoupon, createTemplate } from "@/tests/support/coupons";
import { SEGMENT } from "@/tests/support/demo-fixture";
import { issue, issueTester } from "@/tests/support/sandbox";
import { codes, idOf, proveSentences, told } from "@/tests/support/sentences";

// Sentences of the pages that lead a maker from the first call to the first week.

const api = startApi();
const till = api.caller("node");
const customer = async (wallet = {}) => (await api.customer(wallet)).fields;
const day = 24 * 3_600_000;
const earlier = (milliseconds: number) => new Date(api.clock.now().getTime() - milliseconds).toISOString();

/** The status and code of an endpoint beside the operations. */
async function codeAt(serve: (request: Request) => Promise<Response>, query: string, secret: string) {
  const response = await serve(
    new Request(`http://points.test/api${query}`, { headers: { ClientId: secret } }),
  );
  const { errorCode = "0", ...body } = (await response.json()) as { errorCode?: string };
  return { errorCode, ...body };
}

const SIGNING = { client: "pis_test_nabd", secret: "pss_sentences-of-the-tests-0000000000000000" };
const DEALS = "/api/Integration/v1/GetDeals";

async function whileSigning(mode: "off" | "accepted" | "required", work: () => Promise<void>): Promise<void> {
  const id = api.fixture.clientIds.get(SIGNING.client);
  const sealed = seal(SIGNING.secret, { serviceSecret: serviceSecret(), purpose: "signing secrets" });
  await api.database.pool.query(
    "INSERT INTO api_client_signing_secret (client_id, sealed, last4) VALUES ($1, $2, '0000')",
    [id, sealed],
  );
  await api.configure("UPDATE api_client SET signing = $2 WHERE id = $1", [id, mode]);
  try {
    await work();
  } finally {
    await api.database.owner.query("DELETE FROM api_client_signing_secret WHERE client_id = $1", [id]);
    await api.configure("UPDATE api_client SET signing = 'off' WHERE id = $1", [id]);
  }
}

/** Headers of a signature over GetDeals, other ones at every call. */
function signed({ awaySeconds = 0 } = {}): Record<string, string> {
  const seconds = Math.floor(api.clock.now().getTime() / 1_000) + awaySeconds;
  const timestamp = `${seconds}.${String(unique()).padStart(6, "0")}`;
  const request = { method: "GET", target: DEALS, body: Buffer.alloc(0), idempotencyKey: undefined };
  const signature = signatureOf(SIGNING.secret, timestamp, request);
  return { "X-Timestamp": timestamp, "X-Signature": signature.toString("hex") };
}

const deals = async (headers = {}, clientId: string | null = SIGNING.client) =>
  (await till.deals({ clientId, headers })).json.ErrorCode;
const WRONG = { "X-Timestamp": "1", "X-Signature": "0".repeat(64) };

proveSentences({
  index: [
    {
      en: "The same reference with the same content is answered with the first answer again, however often it is sent.",
      ar: "الرقم المرجعي نفسه بالمحتوى نفسه تكون إجابته الإجابة الأولى مهما تكرر الإرسال.",
      prove: async () => {
        const sent = { ...(await customer()), ExternalLogId: newReference() };
        const reward = () => till.reward(sent);
        expect(await codes(reward, reward, reward)).toEqual(["0", "0 again", "0 again"]);
        expect((await till.wallet(sent)).json.wallet?.totalPoints).toBe(1_100);
      },
    },
    {
      en: "Nothing moves, and the reference can be used again. Only wrong PINs are counted, and a Cancel that finds nothing (1401) closes its reference.",
      ar: "لا يتحرك شيء، ويبقى الرقم المرجعي صالحًا للاستخدام. لا يُحسب إلا الرقم السري الخاطئ، وتُغلق Cancel التي لا تجد شيئًا (1401) الرقم المرجعي.",
      prove: async () => {
        const fields = await customer({ pin: PINS.right });
        const sent = { ...fields, PinCode: PINS.right, ExternalLogId: newReference() };
        const before = await api.snapshot();
        expect(await codes(() => till.redeem({ ...sent, PointsValue: 9_000 }))).toEqual(["1301"]);
        expect(await api.snapshot()).toEqual(before);
        const closed = { ...fields, ExternalLogId: newReference() };
        expect(
          await codes(
            () => till.redeem({ ...sent, PointsValue: 5 }),
            () =>
              till.cancel({
                ...fields,
                OriginalExternalLogId: closed.ExternalLogId,
                ExternalLogId: undefined,
              }),
            () => till.reward(closed),
          ),
        ).toEqual(["0", "1401", "1416"]);
      },
    },
    {
      en: "Each is `POST` (GetDeals: `GET`) to `/api/Integration/v1/<operation>` with the header `ClientId` and a JSON object as body.",
      ar: "كل عملية طلب `POST` (و`GET` لعملية GetDeals) إلى `/api/Integration/v1/<operation>` بالترويسة `ClientId` وكائن JSON في المحتوى.",
      prove: async () => {
        for (const { name, method } of Object.values(OPERATIONS)) {
          const other = await till.send(name, {}, { method: method === "GET" ? "PUT" : "DELETE" });
          expect([name, other.status]).toEqual([name, 405]);
        }
        expect(await codes(() => till.reward({}, { clientId: null }))).toEqual(["1101"]);
        expect(await codes(() => till.reward({}, { body: "[]" }))).toEqual(["1003"]);
      },
    },
  ],
  "first-call": [
    {
      en: "The wallets of a test client are its own, and it reaches no customer. The demo's own clients alone share one sandbox, and reach the demo's invented customers too.",
      ar: "لنظام الاختبار حسابات نقاط تخصه، ولا يصل إلى أي عميل. وأنظمة البيانات التجريبية وحدها تشترك في بيئة تجربة واحدة، وتصل إلى عملائها المخترعين أيضًا.",
      prove: async () => {
        const tester = await issueTester(api);
        const give = (fields: Readonly<Record<string, unknown>>, clientId?: string) => () =>
          till.reward(
            { ...fields, ExternalLogId: newReference() },
            clientId === undefined ? {} : { clientId },
          );
        const invented = await customer();
        const { secret } = tester;
        expect(await codes(give(tester.wallet("01"), secret), give(invented, secret))).toEqual(["0", "1201"]);
        expect(await codes(give(invented))).toEqual(["0"]);
      },
    },
    {
      en: '"branches": [{ "Id": 1, "BranchName": "Nasr City", "BranchMsisdn": "01000000001" }]',
      ar: '"branches": [{ "Id": 1, "BranchName": "Nasr City", "BranchMsisdn": "01000000001" }]',
      prove: async () => {
        const branch = { BranchName: "Nasr City", BranchMsisdn: BRANCH };
        expect((await till.send("GetClient")).json).toMatchObject({
          client: {
            merchant: "Tarh Markets",
            branches: expect.arrayContaining([expect.objectContaining(branch)]),
          },
        });
      },
    },
    {
      en: "- `client.isTest` is `true` for a *test client*, the one to begin with. Such a ClientId begins with `pis_test_`.",
      ar: "- `client.isTest` تساوي `true` عند *نظام الاختبار*، وبه تبدأ. يبدأ `ClientId` عنده بـ `pis_test_`.",
      prove: async () => {
        const [tester, live] = [await issueTester(api), await issue(api, { isTest: false })];
        for (const [clientId, isTest] of [
          [tester.secret, true],
          [live.secret, false],
        ] as const) {
          expect(clientId.startsWith("pis_test_")).toBe(isTest);
          const { json } = await till.send("GetClient", {}, { clientId });
          expect(json).toMatchObject({ client: { isTest } });
        }
      },
    },
    {
      en: "In this answer `wallets` lists them all, with code, mobile number, PIN (`pinCode`) and the case that each is for (`outcome`):",
      ar: "في هذه الإجابة تسردها `wallets` كلها مع الكود ورقم الموبايل والرقم السري (`pinCode`) والحالة التي لكل منها (`outcome`):",
      prove: async () => {
        const tester = await issueTester(api);
        const { wallets } = (await codeAt(
          serveCertification,
          "/sandbox/v1/certification",
          tester.secret,
        )) as {
          wallets?: unknown;
        };
        expect(wallets).toEqual(
          SCENARIO_WALLETS.map(({ suffix, points, pin, text }) => {
            const { WalletCode, ContactMsisdn } = tester.wallet(suffix);
            return {
              ...{ walletCode: WalletCode, contactMsisdn: ContactMsisdn },
              ...{ points, pinCode: pin, outcome: text },
            };
          }),
        );
      },
    },
    {
      en: "The wallet whose code ends with `01` is the plain one: use its code and number in the next step. The PIN of the one that ends with `02` is 1234.",
      ar: "الحساب الذي ينتهي كوده بـ `01` هو العادي: استخدم كوده ورقمه في الخطوة التالية. والرقم السري للذي ينتهي بـ `02` هو 1234.",
      prove: async () => {
        const tester = await issueTester(api);
        const call = { clientId: tester.secret };
        const pay = (PinCode: string) => () => till.redeem({ ...tester.wallet("02"), PinCode }, call);
        expect(await codes(() => till.reward(tester.wallet("01"), call), pay("1111"), pay("1234"))).toEqual([
          ...["0", "1311", "0"],
        ]);
      },
    },
    {
      en: "**`PointsValue` is money**: the amount of the bill in the programme's currency, never a number of points.",
      ar: "**`PointsValue` مبلغ مالي**: قيمة الفاتورة بعملة البرنامج، وليست عدد نقاط أبدًا.",
      prove: async () => {
        const fields = await customer({ segment: SEGMENT.gold });
        const { json } = await till.reward({ ...fields, PointsValue: 100 });
        expect(json).toMatchObject({ errorCode: "0", pointsLog: { amountValue: 100 } });
        expect(json.pointsLog?.amount).not.toBe(100);
      },
    },
    {
      en: "The same entry comes back, with the header `Idempotent-Replayed: true`, and the balance is the same",
      ar: "يعود القيد نفسه ومعه الترويسة `Idempotent-Replayed: true`، والرصيد كما هو",
      prove: async () => {
        const sent = { ...(await customer()), ExternalLogId: newReference() };
        const [first, again] = [await till.reward(sent), await till.reward(sent)];
        expect(told(again)).toBe("0 again");
        expect([again.json.pointsLog, again.json.wallet?.totalPoints]).toEqual([
          ...[first.json.pointsLog, first.json.wallet?.totalPoints],
        ]);
      },
    },
    {
      en: "The envelope is whole, so the same code reads it",
      ar: "والإجابة كاملة الحقول فيقرؤها البرنامج نفسه",
      prove: async () => {
        const fields = await customer();
        const [done, refused] = [
          await till.redeem(fields),
          await till.redeem({ ...fields, PointsValue: 9_000 }),
        ];
        expect(Object.keys(refused.json).sort()).toEqual(Object.keys(done.json).sort());
      },
    },
  ],
  sale: [
    {
      en: "- **`PointsValue` is money, `Points` is points**, in every operation.",
      ar: "- **‏`PointsValue` مبلغ مالي، و`Points` نقاط**، في كل عملية.",
      prove: async () => {
        const fields = await customer({ segment: SEGMENT.platinum });
        const amountOf = async (sent: object) =>
          (await till.hold({ ...fields, ...sent })).json.pointsLog?.amount;
        expect(await amountOf({ Points: 40 })).toBe(40);
        expect(await amountOf({ PointsValue: 40 })).not.toBe(40);
      },
    },
    {
      en: "the bill before the coupon, in `PointsValue`, is optional there and in Quote, and with it a bill that is too small is 1421 |",
      ar: "الفاتورة قبل الكوبون في `PointsValue` اختيارية فيها وفي Quote، ومعها تُرفض الفاتورة الأقل من اللازم بالرمز 1421 |",
      prove: async () => {
        const { id, fields } = await api.customer();
        const template = await createTemplate(api.database.pool, { min_bill: 200 });
        const sent = { ...fields, CouponNumber: await createCoupon(api.database.pool, template, id) };
        const quote = (bill: object) => () => till.quote({ ...sent, ...bill, Operation: "RedeemCoupon" });
        const use = (bill: object) => () => till.send("RedeemCoupon", { ...sent, ...bill });
        const small = { PointsValue: 199 };
        const none = { PointsValue: undefined };
        expect(await codes(quote(small), use(small), quote(none), use(none))).toEqual([
          ...["1421", "1421", "0", "0"],
        ]);
      },
    },
    {
      en: "`PointsValue` begins at 0.01, and a Reward or RedeemUser of 0 is 1002.",
      ar: "تبدأ `PointsValue` من 0.01، وReward أو RedeemUser بقيمة 0 إجابتها 1002.",
      prove: async () => {
        const sent = { ...(await customer()), PointsValue: 0 };
        expect(
          await codes(
            () => till.reward(sent),
            () => till.redeem(sent),
            () => till.reward({ ...sent, PointsValue: 0.01 }),
          ),
        ).toEqual(["1002", "1002", "0"]);
      },
    },
    {
      en: "the same request again with the other `Accept-Language` is a replay in that language, and GetTransaction answers in it as well.",
      ar: "الطلب نفسه مع `Accept-Language` الأخرى يعيد الإجابة الأولى بتلك اللغة، وGetTransaction تجيب بها أيضًا.",
      prove: async () => {
        const sent = { ...(await customer()), ExternalLogId: newReference() };
        const first = await till.reward(sent);
        const again = await till.reward(sent, { language: "ar" });
        const found = await till.send("GetTransaction", sent, { language: "ar" });
        expect([told(first), told(again)]).toEqual(["0", "0 again"]);
        expect(first.json.pointsLog?.comments).toBe("Points earned");
        for (const { json } of [again, found])
          expect(json).toMatchObject({
            errorMessage: "تمت العملية بنجاح",
            pointsLog: { id: idOf(first), comments: "اكتساب نقاط" },
          });
      },
    },
    {
      en: "Each operation has its own references, so all of them may be made from the bill's number; only RedeemUser, IssueCoupon and Capture share theirs, and the second of them is 1501.",
      ar: "ولكل عملية أرقامها، فيمكن أن تُؤخذ كلها من رقم الفاتورة؛ ولا يشترك في أرقامه إلا RedeemUser وIssueCoupon وCapture، والثاني منها إجابته 1501.",
      prove: async () => {
        const { PointsValue, ...sent } = {
          ...(await customer()),
          PointsValue: 5,
          ExternalLogId: newReference(),
        };
        const paid = { ...sent, PointsValue };
        const held = await till.hold(paid);
        const all = [
          () => till.redeem(paid),
          () => till.reward(paid),
          () => till.send("Capture", { ...sent, HoldId: idOf(held) }),
          () => till.send("IssueCoupon", { ...sent, OfferNumber: 7_002 }),
        ];
        expect([held.json.errorCode, ...(await codes(...all))]).toEqual(["0", "0", "0", "1501", "1501"]);
        const spaces = Object.values(MOVEMENTS).map(({ moves }) => moves.references);
        const shared = Object.values(MOVEMENTS).filter(
          ({ moves }) => spaces.filter((space) => space === moves.references).length > 1,
        );
        expect(shared.map(({ name }) => name).sort()).toEqual(["Capture", "IssueCoupon", "RedeemUser"]);
      },
    },
    {
      en: "undo what was done, the last first: Cancel of the Reward, Cancel of the RedeemUser, then the coupon. `OriginalExternalLogId` names each, and `OriginalOperation` says which one is meant",
      ar: "تراجع عما تم، والأخير أولًا: Cancel للمكافأة، ثم Cancel للدفع بالنقاط، ثم الكوبون. يذكر `OriginalExternalLogId` كلًا منها، ويحدد `OriginalOperation` المقصودة",
      prove: async () => {
        const { id, fields } = await api.customer();
        const { pool } = api.database;
        const ExternalLogId = newReference();
        const sent = { ...fields, ExternalLogId };
        const CouponNumber = await createCoupon(pool, await createTemplate(pool), id);
        const undo = (OriginalOperation: string) => () =>
          till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId, OriginalOperation });
        expect(
          await codes(
            () => till.send("RedeemCoupon", { ...sent, CouponNumber }),
            () => till.redeem({ ...sent, PointsValue: 120 }),
            () => till.reward({ ...sent, PointsValue: 210 }),
            ...["Reward", "RedeemUser", "RedeemCoupon"].map(undo),
          ),
        ).toEqual(Array(6).fill("0"));
        expect((await till.wallet(fields)).json.wallet?.totalPoints).toBe(1_000);
      },
    },
    {
      en: "A Reward may be sent later with its `TransactionDate`",
      ar: "يمكن إرسال Reward لاحقًا ومعه `TransactionDate`",
      prove: async () => {
        const sent = { ...(await customer()), TransactionDate: earlier(day) };
        expect(await codes(() => till.reward(sent))).toEqual(["0"]);
      },
    },
  ],
  certification: [
    {
      en: "Only what the client's scopes allow is asked for. A till that never redeems need not show a redemption.",
      ar: "لا يُطلب إلا ما تسمح به صلاحيات نظام الكاشير. شاشة البيع التي لا تدفع بالنقاط أبدًا لا يلزمها إظهار دفع بالنقاط.",
      prove: async () => {
        const names = (scopes: string[]) => requirementsFor(scopes).map(({ name }) => name);
        expect(names(["reward"]).filter((name) => /redeem/i.test(name))).toEqual([]);
        expect(names(["reward", "redeem"]).filter((name) => /redeem/i.test(name))).not.toEqual([]);
      },
    },
    {
      en: "it has wallets of its own, its sandbox, and reaches no customer; the demo's own clients alone reach the demo's invented customers too.",
      ar: "له حسابات نقاط خاصة به هي بيئة تجربته، ولا يصل إلى أي عميل؛ وأنظمة البيانات التجريبية وحدها تصل إلى عملائها المخترعين أيضًا.",
      prove: async () => {
        const { secret: clientId } = await issueTester(api);
        const fields = await customer();
        expect(await codes(() => till.reward(fields, { clientId }))).toEqual(["1201"]);
      },
    },
  ],
  webhooks: [
    {
      en: "A live ClientId is refused here (1103).",
      ar: "وClientId حقيقي يُرفض هنا (1103).",
      prove: async () => {
        const { secret } = await issue(api, { isTest: false });
        expect((await codeAt(serveWebhook, "/sandbox/v1/webhook", secret)).errorCode).toBe("1103");
      },
    },
    {
      en: "The client needs the scope `events`.",
      ar: "يحتاج نظام الكاشير إلى الصلاحية `events`.",
      prove: async () => {
        const [none, one] = [
          await issueTester(api, ["reward"]),
          await issueTester(api, ["reward", "events"]),
        ];
        const ask = async (secret: string) => (await codeAt(serveEvents, "/events/v1", secret)).errorCode;
        expect([await ask(none.secret), await ask(one.secret)]).toEqual(["1103", "0"]);
      },
    },
    {
      en: "To begin today, ask with `cursor=now` once.",
      ar: "ولتبدأ من اليوم اسأل مرة بقيمة `cursor=now`.",
      prove: async () => {
        const tester = await issueTester(api, ["reward", "events"]);
        await till.reward(tester.wallet("01"), { clientId: tester.secret });
        const ask = (cursor: string) => codeAt(serveEvents, `/events/v1?cursor=${cursor}`, tester.secret);
        const now = (await ask("now")) as unknown as { events: unknown[]; cursor: string; hasMore: boolean };
        expect(now).toMatchObject({ events: [], hasMore: false });
        const { json } = await till.reward(tester.wallet("01"), { clientId: tester.secret });
        expect(await ask(now.cursor)).toMatchObject({ events: [{ data: { logId: json.pointsLog?.id } }] });
      },
    },
    {
      en: "A cursor that names what the log does not hold, or whose last part does not fit since a backup was restored, is refused with 1002: begin again without one.",
      ar: "والمؤشر الذي يذكر ما ليس في السجل، أو الذي لم يعد جزؤه الأخير يطابق بعد استعادة نسخة احتياطية، يُرفض بالرمز 1002: ابدأ من جديد من دونه.",
      prove: async () => {
        const { secret } = await issueTester(api, ["events"]);
        const ask = async (cursor: string) =>
          (await codeAt(serveEvents, `/events/v1?cursor=${cursor}`, secret)).errorCode;
        expect([
          await ask("999999.999999"),
          await ask("1.0.000000000000"),
          await ask("x"),
          await ask("0.0"),
        ]).toEqual(["1002", "1002", "1002", "0"]);
      },
    },
  ],
  signing: [
    {
      en: "| Not looked at | carried out | carried out, the signature is not looked at |",
      ar: "| بدون فحص | يُنفَّذ | يُنفَّذ دون النظر إلى التوقيع |",
      prove: () =>
        whileSigning("off", async () => expect([await deals(), await deals(WRONG)]).toEqual([0, 0])),
    },
    {
      en: "| Checked when signed | carried out | carried out when it is right, else 1105 |",
      ar: "| يُفحص إن وُجد | يُنفَّذ | يُنفَّذ إن كان صحيحًا، وإلا 1105 |",
      prove: () =>
        whileSigning("accepted", async () =>
          expect([await deals(), await deals(signed()), await deals(WRONG)]).toEqual([0, 0, 1105]),
        ),
    },
    {
      en: "| Required | 1105 | carried out when it is right, else 1105 |",
      ar: "| مطلوب | 1105 | يُنفَّذ إن كان صحيحًا، وإلا 1105 |",
      prove: () =>
        whileSigning("required", async () =>
          expect([await deals(), await deals(signed()), await deals(WRONG)]).toEqual([1105, 0, 1105]),
        ),
    },
    {
      en: "The clock: more than 300 seconds from the service's and the request is refused.",
      ar: "الساعة: إذا ابتعدت عن ساعة الخدمة أكثر من 300 ثانية رُفض الطلب.",
      prove: () =>
        whileSigning("required", async () => {
          const away = (awaySeconds: number) => deals(signed({ awaySeconds }));
          expect([await away(-299), await away(299), await away(-302), await away(302)]).toEqual([
            ...[0, 0, 1105, 1105],
          ]);
        }),
    },
    {
      en: "A signature counts once.",
      ar: "التوقيع يُحسب مرة واحدة.",
      prove: () =>
        whileSigning("required", async () => {
          const once = signed();
          expect([await deals(once), await deals(once)]).toEqual([0, 1105]);
        }),
    },
    {
      en: "A request whose `Idempotency-Key` is not in what was signed is refused with 1105",
      ar: "الطلب الذي لا يشمل توقيعه ترويسة `Idempotency-Key` التي يحملها يُرفض بالرمز 1105",
      prove: () =>
        whileSigning("required", async () =>
          expect(await deals({ ...signed(), "Idempotency-Key": "put-on" })).toBe(1105),
        ),
    },
    {
      en: "- A request that is refused before its signature is looked at (1101, 1102, 1104, 1701) has not used it up.",
      ar: "- الطلب الذي يُرفض قبل فحص توقيعه (1101 و1102 و1104 و1701) لا يستهلكه.",
      prove: () =>
        whileSigning("required", async () => {
          const once = signed();
          expect([await deals(once, null), await deals(once, "nobody"), await deals(once)]).toEqual([
            ...[1101, 1102, 0],
          ]);
        }),
    },
  ],
  "going-live": [
    {
      en: "An operation without its scope is 1103; this table says which scope it needs, and GetClient which ones you have.",
      ar: "والعملية بلا صلاحيتها إجابتها 1103؛ يذكر هذا الجدول الصلاحية اللازمة، وتذكر GetClient صلاحياتك.",
      prove: async () => {
        const { secret: clientId } = await issue(api, { isTest: false, scopes: ["reward"] });
        const fields = await customer();
        expect(await codes(() => till.redeem(fields, { clientId }))).toEqual(["1103"]);
        expect((await till.send("GetClient", {}, { clientId })).json).toMatchObject({
          client: { scopes: ["reward"] },
        });
      },
    },
    {
      en: "The ClientId begins with `pis_live_`",
      ar: "يبدأ `ClientId` بـ `pis_live_`",
      prove: async () => expect((await issue(api, { isTest: false })).secret).toMatch(/^pis_live_/),
    },
    {
      en: "| limits of amounts (1702) | on [trial wallet 32](test-data#magic) alone |",
      ar: "| حدود المبالغ (1702) | في [حساب التجربة 32](test-data#magic) وحده |",
      prove: async () => {
        const tester = await issueTester(api);
        const reward = (suffix: string, PointsValue: number) => () =>
          till.reward({ ...tester.wallet(suffix), PointsValue }, { clientId: tester.secret });
        expect(await codes(reward("32", 10), reward("01", 50_000))).toEqual(["1702", "0"]);
      },
    },
    {
      en: "| proof (1307) | on trial wallet 31 alone |",
      ar: "| إثبات العميل (1307) | في حساب التجربة 31 وحده |",
      prove: async () => {
        const tester = await issueTester(api);
        const redeem = (suffix: string, PointsValue: number) => () =>
          till.redeem({ ...tester.wallet(suffix), PointsValue }, { clientId: tester.secret });
        expect(await codes(redeem("31", 10), redeem("01", 900))).toEqual(["1307", "0"]);
      },
    },
    {
      en: "where the client has a list of them, calls from elsewhere are 1104.",
      ar: "إن كانت للنظام قائمة فالاتصال من غيرها 1104.",
      prove: async () => {
        const { client, secret: clientId } = await issue(api, { isTest: false });
        const set = (ranges: string[]) =>
          api.configure("UPDATE api_client SET ip_ranges = $2 WHERE id = $1", [client.id, ranges]);
        const fields = await customer();
        const reward = () => till.reward({ ...fields, BranchMsisdn: BRANCH }, { clientId });
        await set(["192.0.2.0/24"]);
        expect(await codes(reward)).toEqual(["1104"]);
        await set(["127.0.0.0/8", "::1/128"]);
        expect(await codes(reward)).toEqual(["0"]);
      },
    },
    {
      en: "for ever, and apart from those of the test client |",
      ar: "إلى الأبد، ومنفصلة عن أرقام نظام الاختبار |",
      prove: async () => {
        const [tester, live] = [await issueTester(api), await issue(api, { isTest: false })];
        const ExternalLogId = newReference();
        const fields = await customer();
        expect(
          await codes(
            () => till.reward({ ...tester.wallet("01"), ExternalLogId }, { clientId: tester.secret }),
            () => till.reward({ ...fields, ExternalLogId }, { clientId: live.secret }),
          ),
        ).toEqual(["0", "0"]);
      },
    },
  ],
  versions: [
    {
      en: "any other is answered with 1005. Every answer says which it is in `API-Version`.",
      ar: "وغيره يُجاب بالرمز 1005. وتذكر كل إجابة إصدارها في `API-Version`.",
      prove: async () => {
        expect(await codes(() => till.reward({}, { version: "v9" }))).toEqual(["1005"]);
        for (const { headers } of [
          await till.deals(),
          await till.reward({}),
          await till.reward(await customer()),
        ])
          expect(headers["api-version"]).toBe("v1");
      },
    },
    {
      en: "| a year ahead | `Deprecation: @<seconds since 1970>`: since when it is deprecated |",
      ar: "| قبل عام | `Deprecation: @<seconds since 1970>`: منذ متى بدأ الإيقاف |",
      prove: async () => {
        const from = new Date(api.clock.now().getTime() - day);
        const { headers } = await api.caller("node", { ...api.services, deprecations: { v1: from } }).deals();
        expect(headers.deprecation).toBe(`@${Math.floor(from.getTime() / 1_000)}`);
        expect([typeof headers.sunset, headers.link]).toEqual([
          "string",
          expect.stringContaining("/versions"),
        ]);
      },
    },
    {
      en: "| after that date | HTTP 410 with 1008, and nothing is carried out |",
      ar: "| بعد ذلك التاريخ | HTTP 410 بالرمز 1008 ولا يُنفّذ شيء |",
      prove: async () => {
        const fields = await customer();
        const from = new Date(api.clock.now().getTime() - 370 * day);
        const gone = api.caller("node", { ...api.services, deprecations: { v1: from } });
        const before = await api.snapshot();
        const { status, json } = await gone.reward(fields);
        expect([status, json.errorCode, idOf({ json })]).toEqual([410, "1008", 0]);
        expect(await api.snapshot()).toEqual(before);
      },
    },
  ],
});
