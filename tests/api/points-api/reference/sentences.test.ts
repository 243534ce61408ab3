import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { readConsentText } from "@/lib/portal/acts/consent";
import {
  BRANCH,
  type Customer,
  FOREIGN_BRANCH,
  INACTIVE_BRANCH,
  newMsisdn,
  newReference,
  PINS,
  startApi,
} from "@/tests/support/api";
import { createCoupon, createTemplate } from "@/tests/support/coupons";
import { issueTester } from "@/tests/support/sandbox";
import { codes, idOf, proveSentences, type Sentences, told } from "@/tests/support/sentences";

// Sentences of the developer pages that claim an answer. Each is read from its page in both languages, and then proved.

const api = startApi();
const till = api.caller("node");

const customer = (wallet = {}): Promise<Customer> => api.customer(wallet);
/** `customer` of FindWallet for the wallet. */
const customerValue = async ({ WalletCode }: { WalletCode: string }, clientId?: string): Promise<string> => {
  const BranchMsisdn = clientId === undefined ? BRANCH : FOREIGN_BRANCH;
  const found = await till.send("FindWallet", { BranchMsisdn, WalletCode }, clientId ? { clientId } : {});
  return (found.json as unknown as { candidates: { customer: string }[] }).candidates[0]?.customer ?? "";
};
const coupon = async (template = {}, row = {}) => {
  const { id, fields } = await customer();
  const { pool } = api.database;
  return { ...fields, CouponNumber: await createCoupon(pool, await createTemplate(pool, template), id, row) };
};
const CASES: Sentences = {
  retries: [
    {
      en: "With `OriginalOperation` a 1401 closes the number for that operation alone. Without it the number is closed for all: a Reward of the same bill that carries it is then 1416",
      ar: "مع `OriginalOperation` يغلق 1401 الرقم لهذه العملية وحدها. ومن دونها يُغلق لكل العمليات: فيُرفض Reward للفاتورة نفسها بهذا الرقم بالرمز 1416",
      prove: async () => {
        const { fields } = await customer();
        const given = (OriginalOperation: string | undefined, ExternalLogId = newReference()) => [
          () => till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId, OriginalOperation }),
          () => till.reward({ ...fields, ExternalLogId }),
          () => till.redeem({ ...fields, PointsValue: 1, ExternalLogId }),
        ];
        expect(await codes(...given("RedeemUser"))).toEqual(["1401", "0", "1416"]);
        expect(await codes(...given(undefined))).toEqual(["1401", "1416", "1416"]);
      },
    },
    {
      en: "**Enrol never answers 1310**: without `PinCode` it opens the wallet without a PIN",
      ar: "**أما Enrol فلا يجيب بالرمز 1310 أبدًا**: من دون `PinCode` يفتح الحساب بلا رقم سري",
      prove: async () => {
        const stored = { ContactMsisdn: newMsisdn(), BranchMsisdn: BRANCH, ExternalLogId: newReference() };
        const { json } = await till.enrol(stored);
        const { WalletCode, ...fields } = { ...stored, WalletCode: json.wallet?.walletCode };
        const reward = { ...fields, WalletCode, PointsValue: 5, ExternalLogId: newReference() };
        expect(
          await codes(
            () => till.enrol({ ...stored, PinCode: "4071" }),
            () => till.reward(reward),
            () => till.redeem({ ...reward, PointsValue: 1, ExternalLogId: newReference() }),
          ),
        ).toEqual(["0 again", "0", "0"]);
      },
    },
    {
      en: "The answer is the first one, also where a Cancel has undone it since",
      ar: "وهي الإجابة الأولى حتى إن ألغاها Cancel بعد ذلك",
      prove: async () => {
        const { fields } = await customer();
        for (const [name, other] of [
          ["RedeemUser", "Cancel"],
          ["Hold", "Cancel"],
        ] as const) {
          const sent = { ...fields, PointsValue: 6, ExternalLogId: newReference() };
          const first = await till.send(name, sent);
          await till.send(other, { ...fields, OriginalExternalLogId: sent.ExternalLogId });
          const again = await till.send(name, sent);
          expect(told(again)).toBe("0 again");
          expect(again.json.pointsLog).toEqual(first.json.pointsLog);
        }
      },
    },
    {
      en: "| Enrol | 1414: the wallet stands. Where the customer has no wallet yet there is none to name in a Cancel (1201)",
      ar: "| Enrol | ‏1414: الحساب قائم. وحيث لا حساب للعميل بعد فلا حساب يذكره Cancel (1201)",
      prove: async () => {
        const sent = { ContactMsisdn: newMsisdn(), BranchMsisdn: BRANCH, ExternalLogId: newReference() };
        const cancel = (WalletCode: string) => () =>
          till.cancel({ ...sent, WalletCode, OriginalExternalLogId: sent.ExternalLogId });
        expect(await codes(cancel("100001"))).toEqual(["1201"]);
        const { json } = await till.enrol(sent);
        expect(await codes(cancel(json.wallet?.walletCode ?? ""))).toEqual(["1414"]);
      },
    },
    {
      en: "1307, 1310 or 1311: the same request and reference with the PIN that the customer types is a new attempt and no repetition.",
      ar: "‏1307 أو 1310 أو 1311: الطلب نفسه بالرقم المرجعي نفسه ومعه الرقم السري الذي يكتبه العميل محاولة جديدة وليس تكرارًا.",
      prove: async () => {
        const { fields } = await customer({ pin: PINS.right });
        const sent = { ...fields, PointsValue: 5, ExternalLogId: newReference() };
        const redeem = (PinCode?: string) => () => till.redeem({ ...sent, PinCode });
        expect(await codes(redeem(), redeem(PINS.wrong), redeem(PINS.right))).toEqual(["1310", "1311", "0"]);
      },
    },
    {
      en: "| instead of it | the header `Idempotency-Key`, where the body has none; Reward needs the field (1001) |",
      ar: "الترويسة `Idempotency-Key` حيث لا يوجد في المحتوى؛ أما Reward فيلزمه الحقل (1001)",
      prove: async () => {
        const { fields } = await customer();
        const call = { headers: { "Idempotency-Key": newReference() } };
        const redeem = () => till.redeem({ ...fields, PointsValue: 1 }, call);
        const reward = () => till.reward({ ...fields, ExternalLogId: undefined }, call);
        expect(await codes(redeem, redeem, reward)).toEqual(["0", "0 again", "1001"]);
      },
    },
    {
      en: "A request without a reference is carried out, but for Reward, which needs one (1001); nothing is guessed: sent twice, it moves points twice.",
      ar: "الطلب بلا رقم مرجعي يُنفّذ إلا Reward الذي يلزمه رقم (1001)، ولا يُخمّن شيء: إرساله مرتين يحرك النقاط مرتين.",
      prove: async () => {
        const { fields } = await customer();
        const redeem = () => till.redeem({ ...fields, PointsValue: 1 });
        const reward = () => till.reward({ ...fields, ExternalLogId: undefined });
        expect(await codes(redeem, redeem, reward)).toEqual(["0", "0", "1001"]);
        expect((await till.wallet(fields)).json.wallet?.totalPoints).toBe(998);
      },
    },
    {
      en: "A client can be set to need one (1504).",
      ar: "ويمكن ضبط نظام الكاشير بحيث يلزمه رقم (1504).",
      prove: async () => {
        const { fields } = await customer();
        expect(await codes(() => till.redeem(fields, { clientId: "pis_test_key_required" }))).toEqual([
          "1504",
        ]);
      },
    },
    {
      en: "| same reference, same content | the first answer again: same entry, same balances, HTTP 200, `Idempotent-Replayed: true` |",
      ar: "| الرقم نفسه والمحتوى نفسه | الإجابة الأولى: القيد نفسه والأرصدة نفسها، HTTP 200، `Idempotent-Replayed: true` |",
      prove: async () => {
        const sent = { ...(await customer()).fields, ExternalLogId: newReference() };
        const first = await till.reward(sent);
        await till.reward((await customer()).fields);
        const again = await till.reward(sent);
        expect([told(first), told(again), again.status]).toEqual(["0", "0 again", 200]);
        expect(again.json.pointsLog).toEqual(first.json.pointsLog);
        expect(again.json.wallet?.totalPoints).toBe(first.json.wallet?.totalPoints);
      },
    },
    {
      en: "| same reference, other content | 1501, and nothing moves; the text says when and at which branch the reference was used. `PinCode` is not part of the content |",
      ar: "| الرقم نفسه ومحتوى آخر | 1501 ولا يتحرك شيء؛ ويذكر النص متى وفي أي فرع استُخدم الرقم. `PinCode` ليس من المحتوى |",
      prove: async () => {
        const { fields } = await customer({ pin: PINS.right });
        const sent = { ...fields, PinCode: PINS.right, PointsValue: 5, ExternalLogId: newReference() };
        await till.redeem(sent);
        const other = await till.redeem({ ...sent, PointsValue: 6 });
        expect(other.json.errorCode).toBe("1501");
        expect(other.json.errorMessage).toContain(BRANCH);
        expect(told(await till.redeem({ ...sent, PinCode: undefined }))).toBe("0 again");
      },
    },
    {
      en: "Sent again without it a request that was carried out is a replay; otherwise the answer is 1310, and the customer types the PIN again.",
      ar: "وإعادة الإرسال بدونه تُجاب بالإجابة الأولى إن كان الطلب قد نُفّذ، وإلا فبالرمز 1310",
      prove: async () => {
        const { fields } = await customer({ pin: PINS.right });
        const sent = { ...fields, PointsValue: 5, ExternalLogId: newReference() };
        expect(
          await codes(
            () => till.redeem(sent),
            () => till.redeem({ ...sent, PinCode: PINS.right }),
            () => till.redeem(sent),
          ),
        ).toEqual(["1310", "0", "0 again"]);
      },
    },
    {
      en: '| the same on another day | the first answer again; `comments` begins with "Nothing moved now" and says when it was carried out |',
      ar: "| الرقم نفسه في يوم آخر | الإجابة الأولى نفسها، ويبدأ `comments` بعبارة «لم يتحرك شيء الآن» ويذكر متى نُفّذ |",
      prove: async () => {
        const sent = { ...(await customer()).fields, ExternalLogId: newReference() };
        await till.reward(sent);
        const tomorrow = new Date(api.clock.now().getTime() + 26 * 3_600_000);
        const again = await api.at(tomorrow, () => till.reward(sent));
        expect(told(again)).toBe("0 again");
        expect(again.json.pointsLog?.comments).toMatch(/^Nothing moved now/);
      },
    },
    {
      en: "| after a refusal | unused: the corrected request may carry it |",
      ar: "| بعد الرفض | غير مستخدم: يمكن أن يحمله الطلب المصحح |",
      prove: async () => {
        const sent = { ...(await customer()).fields, ExternalLogId: newReference() };
        expect(
          await codes(
            () => till.redeem({ ...sent, PointsValue: 5_000 }),
            () => till.redeem({ ...sent, PointsValue: 5 }),
          ),
        ).toEqual(["1301", "0"]);
      },
    },
    {
      en: "| two at the same time | one is carried out, the other waits and is answered as its replay |",
      ar: "| طلبان في اللحظة نفسها | يُنفّذ أحدهما، وينتظر الآخر فيُجاب بإجابة الأول |",
      prove: async () => {
        const sent = { ...(await customer()).fields, ExternalLogId: newReference() };
        const both = await Promise.all([till.reward(sent), till.reward(sent)]);
        expect(both.map(told).sort()).toEqual(["0", "0 again"]);
      },
    },
    {
      en: "| compared | after blanks around it are taken away |",
      ar: "| المقارنة | بعد حذف الفراغات حوله |",
      prove: async () => {
        const sent = { ...(await customer()).fields, ExternalLogId: newReference() };
        const spaced = { ...sent, ExternalLogId: ` ${sent.ExternalLogId} ` };
        expect(
          await codes(
            () => till.reward(sent),
            () => till.reward(spaced),
          ),
        ).toEqual(["0", "0 again"]);
      },
    },
    {
      en: "| 1401 | nothing with that reference was carried out, and nothing will be: should it still arrive it is refused with 1416 |",
      ar: "| 1401 | لم يُنفّذ شيء بهذا الرقم ولن يُنفّذ: إن وصل بعد ذلك رُفض بالرمز 1416 |",
      prove: async () => {
        const { fields } = await customer();
        const ExternalLogId = newReference();
        const cancel = () => till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId });
        const late = ["Reward", "RedeemUser", "Hold"].map(
          (name) => () => till.send(name, { ...fields, PointsValue: 5, ExternalLogId }),
        );
        expect(await codes(cancel, ...late)).toEqual(["1401", "1416", "1416", "1416"]);
      },
    },
    {
      en: "| 1411 | it was undone before |",
      ar: "| 1411 | أُلغي من قبل |",
      prove: async () => {
        const { fields } = await customer();
        const ExternalLogId = newReference();
        const cancel = () => till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId });
        expect(await codes(() => till.reward({ ...fields, ExternalLogId }), cancel, cancel)).toEqual([
          ...["0", "0", "1411"],
        ]);
      },
    },
    {
      en: "| 1418 | the hold was redeemed by a Capture meanwhile: cancel that |",
      ar: "| 1418 |",
      prove: async () => {
        const { fields } = await customer();
        const ExternalLogId = newReference();
        const HoldId = idOf(await till.hold({ ...fields, PointsValue: 5, ExternalLogId }));
        expect(
          await codes(
            () => till.capture({ ...fields, HoldId }),
            () => till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId }),
          ),
        ).toEqual(["0", "1418"]);
      },
    },
    {
      en: "| Hold | released: `transaction` names the hold |",
      ar: "| Hold | يُفك الحجز: تذكره `transaction` |",
      prove: async () => {
        const { fields } = await customer();
        const ExternalLogId = newReference();
        const id = idOf(await till.hold({ ...fields, PointsValue: 5, ExternalLogId }));
        const undone = await till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId });
        expect(undone.json).toMatchObject({ errorCode: "0", transaction: { cancelledLogId: id } });
        expect(undone.json.wallet?.totalPoints).toBe(1_000);
      },
    },
    {
      en: "| RedeemCoupon | the use is taken back: `couponDetails` says so, and there is no `pointsLog` |",
      ar: "| RedeemCoupon | يُلغى الاستخدام: تذكره `couponDetails`، ولا يوجد `pointsLog` |",
      prove: async () => {
        const sent = { ...(await coupon()), ExternalLogId: newReference() };
        await till.send("RedeemCoupon", sent);
        const undone = await till.cancel({
          ...sent,
          OriginalExternalLogId: sent.ExternalLogId,
          ExternalLogId: undefined,
        });
        expect(undone.json).toMatchObject({
          errorCode: "0",
          couponDetails: { state: "issued" },
          pointsLog: null,
        });
      },
    },
    {
      en: "| Release, CancelCoupon, Cancel | 1414: they cannot be undone |",
      ar: "1414: لا يمكن إلغاؤها |",
      prove: async () => {
        const { fields } = await customer();
        const [freed, undone] = [newReference(), newReference()];
        const HoldId = idOf(await till.hold({ ...fields, PointsValue: 5 }));
        const spent = idOf(await till.redeem(fields));
        const used = { ...(await coupon()), ExternalLogId: newReference() };
        await till.send("RedeemCoupon", { ...used, ExternalLogId: undefined });
        await till.release({ ...fields, HoldId, ExternalLogId: freed });
        await till.cancel({ ...fields, TransactionId: spent, ExternalLogId: undone });
        await till.send("CancelCoupon", used);
        const cancel =
          (OriginalExternalLogId: string, wallet: object = fields) =>
          () =>
            till.cancel({ ...wallet, ExternalLogId: undefined, OriginalExternalLogId });
        expect(await codes(cancel(freed), cancel(undone), cancel(used.ExternalLogId, used))).toEqual([
          "1414",
          "1414",
          "1414",
        ]);
      },
    },
  ],
  errors: [
    {
      en: "Too much in a day without a PIN is 1307 instead.",
      ar: "أما ما يدفعه حساب في اليوم دون رقم سري فرمزه 1307.",
      prove: async () => {
        const { secret, wallet } = await issueTester(api);
        const refused = await till.redeem({ ...wallet("32"), PointsValue: 10 }, { clientId: secret });
        expect(refused.json).toMatchObject({
          errorCode: "1702",
          errorMessage: "Limit reached: points that this member of the family may spend in a month",
        });
      },
    },
    {
      en: '`errorCode` is `"0"` for a success; GetDeals alone has the number `ErrorCode`, 0 for a success.',
      ar: 'قيمة `errorCode` هي `"0"` عند النجاح، ولعملية GetDeals وحدها العدد `ErrorCode` وهو 0 عند النجاح.',
      prove: async () => {
        expect((await till.deals()).json.ErrorCode).toBe(0);
        expect((await till.wallet((await customer()).fields)).json.errorCode).toBe("0");
      },
    },
    {
      en: "those about a PIN (1310 to 1312) show none.",
      ar: "إلا رموز الرقم السري (1310 إلى 1312).",
      prove: async () => {
        const { fields } = await customer({ pin: PINS.right });
        for (const PinCode of [undefined, PINS.wrong])
          expect((await till.redeem({ ...fields, PinCode })).json.wallet).toBeNull();
        expect(
          (await till.redeem({ ...(await customer()).fields, PointsValue: 9_000 })).json.wallet,
        ).not.toBeNull();
      },
    },
    {
      en: "The text names it, and the other letter case in which it was sent.",
      ar: "يذكر النص اسمه، والصيغة الأخرى التي أُرسل بها.",
      prove: async () => {
        const { WalletCode, ...fields } = (await customer()).fields;
        const { json } = await till.wallet({ ...fields, walletCode: WalletCode });
        expect([json.errorCode, json.errorMessage]).toEqual([
          "1001",
          "Required field is missing: WalletCode (walletCode was sent)",
        ]);
      },
    },
    {
      en: "No wallet has this code together with this mobile number. Which of the two is wrong is not told.",
      ar: "ولا يُذكر أيهما الخطأ.",
      prove: async () => {
        const { fields } = await customer();
        const wrong = [{ WalletCode: "nobody" }, { ContactMsisdn: newMsisdn() }];
        const answers = await Promise.all(wrong.map((one) => till.wallet({ ...fields, ...one })));
        expect(answers.map(({ json }) => json)).toEqual([answers[0]?.json, answers[0]?.json]);
        expect(answers[0]?.json.errorCode).toBe("1201");
      },
    },
    {
      en: "The body is larger than 16 KiB, or 256 KiB with the lines of a bill in `Items`, counted after decompression.",
      ar: "المحتوى أكبر من 16 KiB، أو 256 KiB مع أصناف الفاتورة في `Items`، محسوبًا بعد فك الضغط.",
      prove: async () => {
        const body = gzipSync(JSON.stringify({ ...(await customer()).fields, Comment: "x".repeat(17_000) }));
        const call = { body, headers: { "Content-Encoding": "gzip" } };
        expect(await codes(() => till.reward({}, call))).toEqual(["1006"]);
        const bill = (lines: number) => ({
          Items: Array.from({ length: lines }, (_, line) => ({
            SkuId: `SKU-${line}`,
            Quantity: 1,
            Value: 1,
          })),
        });
        const { fields } = await customer();
        expect(
          await codes(
            () => till.reward({ ...fields, ...bill(900) }),
            () => till.reward({ ...fields, ...bill(9_000) }),
          ),
        ).toEqual(["0", "1006"]);
      },
    },
    {
      en: "The path names no operation (404), or the method is not the operation's (405, with `Allow`).",
      ar: "المسار لا يذكر عملية (404)، أو طريقة الطلب ليست طريقتها (405 مع `Allow`).",
      prove: async () => {
        const none = await till.send("NoSuch", {});
        const method = await till.reward({}, { method: "GET" });
        expect([none.status, method.status, method.headers.allow]).toEqual([
          404,
          405,
          expect.stringContaining("POST"),
        ]);
      },
    },
    {
      en: "The path names a version that does not exist. Only `v1` does.",
      ar: "المسار يذكر إصدارًا غير موجود. لا يوجد سوى `v1`.",
      prove: async () => expect(await codes(() => till.reward({}, { version: "v2" }))).toEqual(["1005"]),
    },
    {
      en: "A reward is taken back by ReturnReward or Cancel.",
      ar: "تُسترد المكافأة بعملية ReturnReward أو Cancel.",
      prove: async () => {
        const { fields } = await customer();
        const TransactionId = idOf(await till.reward(fields));
        expect(await codes(() => till.refund({ ...fields, TransactionId }))).toEqual(["1402"]);
        expect(await codes(() => till.returnReward({ ...fields, TransactionId }))).toEqual(["0"]);
      },
    },
    {
      en: "Enrolment for a mobile number that has a wallet. The answer shows its code masked.",
      ar: "تسجيل لرقم موبايل له",
      prove: async () => {
        const { fields } = await customer();
        const { json } = await till.enrol({ ContactMsisdn: fields.ContactMsisdn });
        expect(json).toMatchObject({
          errorCode: "1207",
          transaction: { walletCode: expect.stringContaining("•") },
        });
      },
    },
    {
      en: "The wallet has no coupon with this number, or the offer is not to be had for points here.",
      ar: "أو أن العرض لا يُمنح مقابل نقاط هنا.",
      prove: async () => {
        const { fields } = await customer();
        const { offerNumber } = await createTemplate(api.database.pool, { cost_points: null });
        expect(
          await codes(
            () => till.send("RedeemCoupon", { ...fields, CouponNumber: "ABC" }),
            () => till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber }),
          ),
        ).toEqual(["1420", "1420"]);
      },
    },
    {
      en: "Capture asks for more than the hold has. The answer says how much that is.",
      ar: "تطلب Capture أكثر من المحجوز. ويذكر النص كم هو.",
      prove: async () => {
        const { fields } = await customer();
        const HoldId = idOf(await till.hold({ ...fields, Points: 80 }));
        const { json } = await till.capture({ ...fields, HoldId, Points: 81 });
        expect([json.errorCode, json.errorMessage]).toEqual(["1419", expect.stringContaining("80")]);
      },
    },
  ],
  "giving-back": [
    {
      en: "An entry that was given back in part cannot be cancelled while its refunds or returns stand (1413), and a cancelled one can no longer be given back (Refund: 1403, ReturnReward: 1411).",
      ar: "القيد الذي رُدّ جزء منه لا يُلغى ما دامت عمليات رده أو مرتجعاته قائمة (1413)، والملغى لا يُرد (Refund:‏ 1403، ReturnReward:‏ 1411).",
      prove: async () => {
        const { fields } = await customer();
        const spent = idOf(await till.redeem(fields));
        const other = idOf(await till.redeem(fields));
        const earned = idOf(await till.reward(fields));
        expect(
          await codes(
            () => till.refund({ ...fields, TransactionId: spent, Points: 10 }),
            () => till.cancel({ ...fields, TransactionId: spent }),
            () => till.cancel({ ...fields, TransactionId: other }),
            () => till.refund({ ...fields, TransactionId: other }),
            () => till.cancel({ ...fields, TransactionId: earned }),
            () => till.returnReward({ ...fields, TransactionId: earned }),
          ),
        ).toEqual(["0", "1413", "0", "1403", "0", "1411"]);
      },
    },
    {
      en: "where two can, the answer is 1417.",
      ar: "وحيث يوجد اثنان تكون الإجابة 1417.",
      prove: async () => {
        const sent = { ...(await customer()).fields, ExternalLogId: newReference() };
        const undo = { ...sent, OriginalExternalLogId: sent.ExternalLogId, ExternalLogId: undefined };
        expect(
          await codes(
            () => till.reward(sent),
            () => till.redeem(sent),
            () => till.cancel(undo),
            () => till.cancel({ ...undo, OriginalOperation: "Reward" }),
            () => till.cancel(undo),
          ),
        ).toEqual(["0", "0", "1417", "0", "0"]);
      },
    },
  ],
  holds: [
    {
      en: "A hold itself cannot be refunded (1402), nor cancelled by its `TransactionId` (1414): release it.",
      ar: "الحجز نفسه لا يُسترد (1402) ولا يُلغى برقم `TransactionId` (1414)",
      prove: async () => {
        const { fields } = await customer();
        const TransactionId = idOf(await till.hold({ ...fields, PointsValue: 5 }));
        expect(
          await codes(
            () => till.refund({ ...fields, TransactionId }),
            () => till.cancel({ ...fields, TransactionId }),
            () => till.release({ ...fields, HoldId: TransactionId }),
          ),
        ).toEqual(["1402", "1414", "0"]);
      },
    },
    {
      en: "A later request gets 1418, and 1419 for more than was held.",
      ar: "ومن يأتي بعد ذلك يُجاب 1418، ومن يطلب أكثر من المحجوز 1419.",
      prove: async () => {
        const { fields } = await customer();
        const HoldId = idOf(await till.hold({ ...fields, Points: 5 }));
        const capture = (Points: number) => () => till.capture({ ...fields, HoldId, Points });
        expect(await codes(capture(6), capture(5), capture(5))).toEqual(["1419", "0", "1418"]);
      },
    },
  ],
  wallets: [
    {
      en: "Of any kind, 10 a second are answered, and 20 at once.",
      ar: "يُجاب عن 10 في الثانية أيًّا كانت نتيجتها، وعن 20 دفعة واحدة.",
      prove: async () => {
        // Of a client of its own: the looks of a second are missing for no other test.
        const { secret } = await issueTester(api, ["wallet"]);
        const look = () =>
          till.send("FindWallet", { BranchMsisdn: BRANCH, WalletCode: "nobody" }, { clientId: secret });
        const answers = await Promise.all(Array.from({ length: 60 }, look));
        const answered = answers.filter(({ json }) => json.errorCode === "0").length;
        expect(answered).toBeGreaterThanOrEqual(20);
        // Should a second turn in the middle, another ten pass.
        expect(answered).toBeLessThan(60);
      },
    },
    {
      en: "`cancelledLogId` of an entry that was cancelled is its cancellation; of a cancellation, as in the answer of Cancel, it is the entry that was undone.",
      ar: "و`cancelledLogId` للقيد الملغى هو قيد إلغائه، ولقيد الإلغاء، كما في إجابة Cancel، هو القيد الذي أُلغي.",
      prove: async () => {
        const { fields } = await customer();
        const TransactionId = idOf(await till.reward(fields));
        const cancelled = await till.cancel({ ...fields, TransactionId });
        expect(cancelled.json.transaction).toMatchObject({ cancelledLogId: TransactionId });
        const fate = async (id: number) => (await till.transaction({ ...fields, TransactionId: id })).json;
        expect((await fate(TransactionId)).transaction).toMatchObject({ cancelledLogId: idOf(cancelled) });
        expect((await fate(idOf(cancelled))).transaction).toMatchObject({ cancelledLogId: TransactionId });
      },
    },
    {
      en: "Nobody found is an empty list, not a refusal.",
      ar: "وإن لم يوجد أحد فالقائمة فارغة، وليس ذلك رفضًا.",
      prove: async () => {
        const { json } = await till.send("FindWallet", { BranchMsisdn: BRANCH, WalletCode: "nobody-has-it" });
        expect(json).toMatchObject({ errorCode: "0", candidates: [] });
      },
    },
    {
      en: "One that is damaged, invented, of another client or of another card is 1201.",
      ar: "والقيمة التالفة أو المخترعة أو التي لنظام آخر أو لكارت آخر إجابتها 1201.",
      prove: async () => {
        const [{ fields }, other] = [await customer(), await customer()];
        const value = await customerValue(fields);
        const ask = (by: object) => () => till.wallet({ ...fields, ContactMsisdn: value, ...by });
        expect(
          await codes(
            ask({ ContactMsisdn: `${value}x` }),
            ask({ ContactMsisdn: "cust_invented" }),
            ask({ ContactMsisdn: await customerValue(fields, "pis_test_merchant2") }),
            ask({ WalletCode: other.fields.WalletCode }),
          ),
        ).toEqual(["1201", "1201", "1201", "1201"]);
      },
    },
    {
      en: "5. `customer` anew, or the mobile number in its place, is the same content.",
      ar: "5. قيمة `customer` جديدة، أو رقم الموبايل مكانها، محتوى لم يتغير.",
      prove: async () => {
        const { fields } = await customer();
        const sent = { ...fields, ExternalLogId: newReference() };
        const [first, second] = [await customerValue(fields), await customerValue(fields)];
        expect(first).not.toBe(second);
        expect(
          await codes(
            () => till.reward({ ...sent, ContactMsisdn: first }),
            () => till.reward({ ...sent, ContactMsisdn: second }),
            () => till.reward(sent),
          ),
        ).toEqual(["0", "0 again", "0 again"]);
      },
    },
    {
      en: "the answer's `wallet.contactMsisdn` is masked as well: a number never leaves for a card that was guessed.",
      ar: "يأتي `wallet.contactMsisdn` في الإجابة مخفيًا جزئيًا أيضًا: لا يخرج رقم مقابل كارت خُمّن.",
      prove: async () => {
        const { fields } = await customer();
        const named = { ...fields, ContactMsisdn: await customerValue(fields) };
        for (const ask of [till.wallet, till.reward, till.redeem]) {
          const { json } = await ask(named);
          expect([json.errorCode, json.wallet?.contactMsisdn]).toEqual(["0", expect.stringContaining("•••")]);
          expect(JSON.stringify(json)).not.toContain(fields.ContactMsisdn);
        }
      },
    },
    {
      en: "A request for a closed branch is 1111, for a branch of others 1110.",
      ar: "والطلب لفرع مغلق إجابته 1111 ولفرع نظام آخر 1110.",
      prove: async () => {
        const { fields } = await customer();
        const at = (BranchMsisdn: string) => () => till.reward({ ...fields, BranchMsisdn });
        expect(await codes(at(INACTIVE_BRANCH), at(FOREIGN_BRANCH))).toEqual(["1111", "1110"]);
      },
    },
    {
      en: "After the half hour it is 1002 with the header `Customer: expired`, and nothing was carried out. **Call FindWallet again, and send the same request with the new `customer` and the same reference.**",
      ar: "بعد نصف الساعة إجابتها 1002 ومعه الترويسة `Customer: expired`، ولم يُنفّذ شيء. **استدعِ FindWallet من جديد وأرسل الطلب نفسه بقيمة `customer` الجديدة وبالرقم المرجعي نفسه.**",
      prove: async () => {
        const { fields } = await customer();
        const named = { ...fields, ContactMsisdn: await customerValue(fields), PointsValue: 5 };
        const [done, waiting] = [newReference(), newReference()];
        const reward = (ExternalLogId: string, by = {}) => till.reward({ ...named, ExternalLogId, ...by });
        expect(await codes(() => reward(done))).toEqual(["0"]);
        await api.at(new Date(api.clock.now().getTime() + 31 * 60_000), async () => {
          const { json, headers } = await reward(waiting);
          expect(headers.customer).toBe("expired");
          expect((await till.reward({ ...fields, PointsValue: -1 })).headers.customer).toBeUndefined();
          expect(json.errorMessage).toMatch(
            /ContactMsisdn.*nothing was carried out.*FindWallet.*same reference/,
          );
          const ContactMsisdn = await customerValue(fields);
          expect(await codes(() => reward(waiting, { ContactMsisdn }))).toEqual(["0"]);
          // Of any age it is taken where something earlier is meant.
          expect(
            await codes(
              () => reward(done),
              () => till.send("GetTransaction", { ...named, ExternalLogId: done }),
              () => till.cancel({ ...named, OriginalExternalLogId: done }),
            ),
          ).toEqual(["0 again", "0", "0"]);
        });
      },
    },
    {
      en: "the customer has agreed to the programme's words, which are `client.consent` of GetClient in the language asked for; otherwise 1208 |",
      ar: "وافق العميل على نص البرنامج، وهو `client.consent` في GetClient باللغة المطلوبة؛ وإلا 1208 |",
      prove: async () => {
        const wordsIn = async (language: "en" | "ar") =>
          (await till.send("GetClient", {}, { language })).json as unknown as { client: { consent: string } };
        const { ar, en } = await readConsentText({ database: api.database.prisma });
        expect((await wordsIn("ar")).client.consent).toBe(ar);
        expect((await wordsIn("en")).client.consent).toBe(en);
        expect(await codes(() => till.enrol({ Consent: false }))).toEqual(["1208"]);
      },
    },
    {
      en: "| `PinCode` | optional: 4 to 6 digits, and none that everybody tries first, such as 1234 (1002) |",
      ar: "| `PinCode` | اختياري: من 4 إلى 6 أرقام ليست سهلة التخمين مثل 1234 (1002) |",
      prove: async () => {
        const enrolled = async (PinCode: string) =>
          (await till.enrol({ ContactMsisdn: newMsisdn(), PinCode })).json;
        expect(await enrolled("1234")).toMatchObject({
          errorCode: "1002",
          errorMessage: expect.stringContaining("Everybody tries this PIN first"),
        });
        expect((await enrolled("407158")).errorCode).toBe("0");
      },
    },
    {
      en: "Quote answers what an operation would answer now, by the same rules, and moves nothing.",
      ar: "تجيب Quote بما كانت العملية ستجيب به الآن، بالقواعد نفسها، ولا تحرك شيئًا.",
      prove: async () => {
        const { fields } = await customer();
        const before = await api.snapshot();
        const quote = (PointsValue: number) => () =>
          till.quote({ ...fields, Operation: "RedeemUser", PointsValue });
        expect(await codes(quote(10), quote(9_000))).toEqual(["0", "1301"]);
        expect(await api.snapshot()).toEqual(before);
      },
    },
    {
      en: "has arrived the answer is 1505, and 1416 when a Cancel had closed it.",
      ar: "تكون الإجابة 1505، و1416 إذا أغلقه إلغاء.",
      prove: async () => {
        const { fields } = await customer();
        const ExternalLogId = newReference();
        const find = () => till.transaction({ ...fields, ExternalLogId });
        const cancel = () => till.cancel({ ...fields, OriginalExternalLogId: ExternalLogId });
        expect(await codes(find, cancel, find)).toEqual(["1505", "1401", "1416"]);
      },
    },
  ],
  coupons: [
    {
      en: "`PointsValue` is the bill before the coupon: below `minBill` it is 1421, which names the least bill.",
      ar: "و`PointsValue` هو الفاتورة قبل الكوبون: إذا كانت أقل من `minBill` فالرد 1421 وفيه أقل فاتورة.",
      prove: async () => {
        const sent = { ...(await coupon({ min_bill: 200 })), Operation: "RedeemCoupon" };
        const { json } = await till.quote({ ...sent, PointsValue: 180 });
        expect([json.errorCode, json.errorMessage]).toEqual(["1421", expect.stringContaining("200")]);
        expect(await codes(() => till.quote({ ...sent, PointsValue: 200 }))).toEqual(["0"]);
      },
    },
    {
      en: "| 1420 | no such coupon, or another customer's; a mistyped number is 1420 as well |",
      ar: "| 1420 | لا يوجد كوبون بهذا الرقم أو هو لعميل آخر؛ والرقم المكتوب خطأً 1420 أيضًا |",
      prove: async () => {
        const { CouponNumber } = await coupon();
        const { fields } = await customer();
        const use = (number: string) => () => till.send("RedeemCoupon", { ...fields, CouponNumber: number });
        const mistyped = use(`${CouponNumber.slice(0, -1)}${CouponNumber.endsWith("2") ? "3" : "2"}`);
        expect(await codes(use(CouponNumber), mistyped, use("x"))).toEqual(["1420", "1420", "1420"]);
      },
    },
    {
      en: 'with `"Void":true` it ends a coupon that was not used and did not come with a transaction (1421: cancel that transaction).',
      ar: 'ومع `"Void":true` تُنهي كوبونًا لم يُستخدم ولم يصدر مع عملية (1421: ألغِ تلك العملية).',
      prove: async () => {
        const { fields } = await customer();
        const { offerNumber } = await createTemplate(api.database.pool, { merchant_id: 1 });
        const bought = await till.send("IssueCoupon", { ...fields, OfferNumber: offerNumber });
        const own = await coupon({ merchant_id: 1 });
        const end = (sent: object) => () => till.send("CancelCoupon", { ...sent, Void: true });
        const sold = { ...fields, CouponNumber: bought.json.couponNumber };
        expect(await codes(end(sold), end(own))).toEqual(["1421", "0"]);
      },
    },
  ],
  reading: [
    {
      en: "the same names, cases and types every time, but for GetDeals, whose code is the number `ErrorCode`.",
      ar: "الأسماء والأحرف والأنواع نفسها كل مرة، إلا GetDeals فرمزه العدد `ErrorCode`.",
      prove: async () => {
        const { json } = await till.deals({ clientId: null });
        expect(json).toMatchObject({ deals: [], ErrorCode: 1101 });
        expect((await till.wallet({}, { clientId: null })).json).toMatchObject({ errorCode: "1101" });
      },
    },
    {
      en: "a test client is told in the header `Leniency` of the same answer. Try it: the answer to this has `Leniency: path, version, contentType, textAsNumber:WalletCode, numberAsText:PointsValue`.",
      ar: "ويُخبَر نظام الاختبار به في الترويسة `Leniency` من الإجابة نفسها. جرّب: في إجابة هذا الطلب `Leniency: path, version, contentType, textAsNumber:WalletCode, numberAsText:PointsValue`.",
      prove: async () => {
        const { secret, wallet } = await issueTester(api);
        const call = { clientId: secret };
        const [lenient, exact] = [
          await till.reward({ ...wallet("01"), PointsValue: "150" }, call),
          await till.reward(wallet("01"), call),
        ];
        expect(lenient.headers.leniency).toBe("numberAsText:PointsValue");
        const sample = await till.send(
          "Reward",
          { ...wallet("01"), WalletCode: 1, PointsValue: " 150 ", SkuId: "", ExternalLogId: newReference() },
          {
            ...call,
            path: "/api/integration/V1/reward/",
            headers: { "Content-Type": "application/x-www-form-urlencoded" },
          },
        );
        expect(sample.headers.leniency).toBe(
          "path, version, contentType, textAsNumber:WalletCode, numberAsText:PointsValue",
        );
        expect(exact.headers.leniency).toBeUndefined();
      },
    },
    {
      en: '| `"1e3"`, `"1,000"`, `1.005` for an amount | 1002 |',
      ar: '| `"1e3"` و`"1,000"` و`1.005` للمبلغ | 1002 |',
      prove: async () => {
        const { fields } = await customer();
        const sent = ["1e3", "1,000", 1.005].map(
          (PointsValue) => () => till.reward({ ...fields, PointsValue }),
        );
        expect(await codes(...sent)).toEqual(["1002", "1002", "1002"]);
      },
    },
    {
      en: "| `21/11/2026` | 1002: it can mean two days |",
      ar: "| `21/11/2026` | 1002: قد يعني يومين |",
      prove: async () => {
        const { fields } = await customer();
        expect(await codes(() => till.reward({ ...fields, TransactionDate: "21/11/2026" }))).toEqual([
          "1002",
        ]);
      },
    },
    {
      en: "| a PIN as a number | 1002 |",
      ar: "| رقم سري من نوع عدد | 1002 |",
      prove: async () => {
        const { fields } = await customer();
        expect(await codes(() => till.redeem({ ...fields, PinCode: 123_456 }))).toEqual(["1002"]);
      },
    },
    {
      en: "| a field that is named twice | 1003 |",
      ar: "| حقل مكرر | 1003 |",
      prove: async () => {
        const body = '{"WalletCode":"1","WalletCode":"2"}';
        expect(await codes(() => till.wallet({}, { body }))).toEqual(["1003"]);
      },
    },
    {
      en: "Unknown fields are ignored.",
      ar: "الحقول غير المعروفة تُتجاهل.",
      prove: async () => {
        const { fields } = await customer();
        expect(await codes(() => till.reward({ ...fields, NoSuchField: 1 }))).toEqual(["0"]);
      },
    },
  ],
  deals: [
    {
      en: "The number of another client's branch is 1110.",
      ar: "ورقم فرع نظام آخر يُرفض بالرمز 1110.",
      prove: async () => {
        const { json } = await till.deals({ query: "BranchMsisdn=01000000011" });
        expect(json.ErrorCode).toBe(1110);
      },
    },
    {
      en: "Send it back as `If-None-Match`: a list that has not changed is answered with 304 and no body.",
      ar: "أعدها في `If-None-Match`: القائمة التي لم تتغير تُجاب بالرمز 304 وبلا محتوى.",
      prove: async () => {
        const { headers } = await till.deals();
        const again = await till.deals({ headers: { "If-None-Match": headers.etag } });
        expect([again.status, again.bytes.length]).toEqual([304, 0]);
      },
    },
  ],
  limits: [
    {
      en: "`q` is the rate a second and `r` what is left of it. The requests that may come at once beyond it are in neither: an answer with `r=0` has been carried out |",
      ar: "`q` هو المعدل في الثانية و`r` ما بقي منه. وما يُسمح به دفعة واحدة فوقه ليس في أي منهما: الإجابة التي فيها `r=0` نُفّذ طلبها |",
      prove: async () => {
        const id = api.fixture.clientIds.get("pis_test_yansoun");
        await api.configure("UPDATE api_client SET rate_per_second = 2, rate_burst = 6 WHERE id = $1", [id]);
        const answers = await Promise.all(
          Array.from({ length: 12 }, () => till.deals({ clientId: "pis_test_yansoun" })),
        );
        const done = answers.filter(({ json }) => json.ErrorCode === 0);
        expect(done.length).toBeGreaterThanOrEqual(6);
        expect(
          done.filter(({ headers }) => String(headers.ratelimit).includes(";r=0;")).length,
        ).toBeGreaterThan(1);
        for (const { headers } of answers) expect(headers["ratelimit-policy"]).toBe('"default";q=2;w=1');
      },
    },
    {
      en: "of a Reward the bill (99.95 gives 99 points and the value 100)",
      ar: "هو الفاتورة في Reward (99.95 تمنح 99 نقطة وقيمته 100)",
      prove: async () => {
        const { json } = await till.reward({ ...(await customer()).fields, PointsValue: 99.95 });
        expect(json.pointsLog).toMatchObject({ amount: 99, amountValue: 100 });
      },
    },
    {
      en: "at most 5 minutes ahead, at most 90 days old; 1002 names both times",
      ar: "بعد الآن بخمس دقائق على الأكثر، وقبله بتسعين يومًا على الأكثر؛ ويذكر 1002 الوقتين",
      prove: async () => {
        const { fields } = await customer();
        const dated = (minutes: number) => () =>
          till.reward({
            ...fields,
            TransactionDate: new Date(api.clock.now().getTime() + minutes * 60_000).toISOString(),
          });
        const day = 24 * 60;
        expect(await codes(dated(4), dated(6), dated(-89 * day), dated(-91 * day))).toEqual([
          ...["0", "1002", "0", "1002"],
        ]);
      },
    },
    {
      en: "| `PinCode` | 4 to 6 digits, as text |",
      ar: "| `PinCode` | من 4 إلى 6 أرقام، كنص بين علامتي اقتباس |",
      prove: async () => {
        const { fields } = await customer();
        const pins = ["123", "1234567", "12a4"].map((PinCode) => () => till.redeem({ ...fields, PinCode }));
        expect(await codes(...pins)).toEqual(["1002", "1002", "1002"]);
      },
    },
    {
      en: "| `Comment` | A text of at most 250 characters, without control characters |",
      ar: "| `Comment` | نص لا يزيد على 250 حرفًا، بلا رموز تحكم |",
      prove: async () => {
        const { fields } = await customer();
        const comment = (length: number) => () => till.redeem({ ...fields, Comment: "x".repeat(length) });
        expect(await codes(comment(250), comment(251))).toEqual(["0", "1002"]);
      },
    },
  ],
};

proveSentences(CASES);
