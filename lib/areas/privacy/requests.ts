import { words } from "@/lib/platform/language";
import { formatLocalDate, plusDays } from "@/lib/platform/time";
import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext, WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { readWalletFacts } from "@/lib/wallet/facts";
import type { Paper } from "./document";
import { REQUEST_ANSWERS, REQUEST_KINDS, type RequestAnswer, type RequestKind } from "./words";

type Context = Pick<WalletAdminContext, "database" | "clock" | "programme">;

/** So many answered requests are listed, the newest first. */
const ANSWERED_SHOWN = 50;

const WITH_NAMES = {
  creator: { select: PERSON },
  answerer: { select: PERSON },
} as const;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/**
 * Requests of people about their data: those without an answer, the most urgent first, then the last that were answered.
 * @throws AdminError forbidden
 */
export async function listRequests({ database, clock, programme }: Context, actor: AdminActor) {
  requirePermission(actor, "privacy.read");
  const today = formatLocalDate(clock.now(), programme.timeZone());
  const [open, answered, { privacyAnswerDays }] = await Promise.all([
    database.privacyRequest.findMany({
      where: { answer: null },
      include: WITH_NAMES,
      orderBy: [{ dueOn: "asc" }, { id: "asc" }],
    }),
    database.privacyRequest.findMany({
      where: { answer: { not: null } },
      include: WITH_NAMES,
      orderBy: [{ answeredAt: "desc" }, { id: "desc" }],
      take: ANSWERED_SHOWN,
    }),
    database.programme.findUniqueOrThrow({ where: { id: 1 }, select: { privacyAnswerDays: true } }),
  ]);
  const rows = [...open, ...answered];
  const ids = rows.flatMap(({ walletId }) => (walletId === null ? [] : Number(walletId)));
  const facts = await readWalletFacts(database, { ids, walletCodes: [] });
  const codes = new Map(facts.map(({ id, wallet_code }) => [id, wallet_code]));
  return {
    today,
    answerDays: privacyAnswerDays,
    requests: rows.map(({ walletId, creator, answerer, ...row }) => ({
      ...{ id: row.id, person: row.person },
      // Checked by the database.
      kind: row.kind as RequestKind,
      wallet:
        walletId === null ? null : { id: Number(walletId), walletCode: codes.get(Number(walletId)) ?? "" },
      ...{ receivedOn: dayOf(row.receivedOn), dueOn: dayOf(row.dueOn) },
      notedBy: personName(creator),
      answer:
        row.answeredAt === null
          ? null
          : {
              kind: row.answer as RequestAnswer,
              note: row.answerNote ?? "",
              by: answerer && personName(answerer),
              at: row.answeredAt.toISOString(),
            },
    })),
  };
}

/**
 * Notes a request. Its answer is due as many days after the day on which it came as the programme's setting says.
 * @throws AdminError forbidden, invalid for a code of no wallet and for a day ahead
 */
export function noteRequest(
  context: Context,
  actor: AdminActor,
  input: { kind: RequestKind; person: string; walletCode: string; receivedOn: string },
): Promise<number> {
  return administer(context, actor, "privacy.update", async ({ tx, now, record }) => {
    const { kind, person, walletCode, receivedOn } = input;
    if (receivedOn > formatLocalDate(now, context.programme.timeZone()))
      throw new AdminError("invalid", { field: "receivedOn" });
    const codes = walletCode === "" ? [] : [walletCode];
    const [wallet] = await readWalletFacts(tx, { ids: [], walletCodes: codes });
    if (walletCode !== "" && wallet === undefined) throw new AdminError("invalid", { field: "walletCode" });
    const { privacyAnswerDays } = await tx.programme.findUniqueOrThrow({ where: { id: 1 } });
    const dueOn = plusDays(receivedOn, privacyAnswerDays);
    const { id } = await tx.privacyRequest.create({
      data: {
        ...{ kind, person, walletId: wallet?.id ?? null },
        ...{ receivedOn: new Date(receivedOn), dueOn: new Date(dueOn) },
        ...{ createdBy: actor.userId, createdAt: now },
      },
    });
    await record({
      ...{ subject: "privacy", subjectId: `request-${id}`, merchantId: null, before: null },
      after: { kind, receivedOn, dueOn },
    });
    return id;
  });
}

/**
 * Writes down the answer to a request, once. The customer's file, correction and erasure are acts of their own.
 * @throws AdminError forbidden, not_found, conflict when it has an answer already
 */
export function answerRequest(
  context: AdminContext,
  actor: AdminActor,
  { requestId, answer, note }: { requestId: number; answer: RequestAnswer; note: string },
): Promise<void> {
  return administer(context, actor, "privacy.update", async ({ tx, now, record }) => {
    const found = await tx.privacyRequest.findUnique({ where: { id: requestId } });
    if (found === null) throw new AdminError("not_found", { subject: "privacy" });
    const { count } = await tx.privacyRequest.updateMany({
      where: { id: requestId, answer: null },
      data: { answer, answerNote: note, answeredBy: actor.userId, answeredAt: now },
    });
    if (count === 0) throw new AdminError("conflict", { subject: "privacy", version: 1 });
    await record({
      ...{ subject: "privacy", subjectId: `request-${requestId}`, merchantId: null },
      before: { answer: null },
      // Its words may name the person, and the log is never cleaned.
      after: { answer },
    });
  });
}

/** Requests whose answer is late, for the home page: how many, and the first of them. */
export async function firstLateRequests({ database, clock, programme }: Context, limit: number) {
  const where = {
    answer: null,
    dueOn: { lt: new Date(formatLocalDate(clock.now(), programme.timeZone())) },
  };
  const [count, late] = await Promise.all([
    database.privacyRequest.count({ where }),
    database.privacyRequest.findMany({
      where,
      orderBy: [{ dueOn: "asc" }, { id: "asc" }],
      take: limit,
      select: { id: true, kind: true, person: true, dueOn: true },
    }),
  ]);
  return {
    count,
    late: late.map(({ kind, dueOn, ...one }) => ({
      ...{ ...one, kind: kind as RequestKind, dueOn: dayOf(dueOn) },
    })),
  };
}

const COLUMNS = { name: words("Request", "الطلب"), value: words("Details", "التفاصيل") };

/**
 * The receipt of a request, to hand to the person: what was asked, when, by when an answer is due, and the answer once there is one.
 * @throws AdminError forbidden, not_found
 */
export async function readReceipt(
  { database, clock, programme }: Context,
  actor: AdminActor,
  requestId: number,
): Promise<Paper> {
  requirePermission(actor, "privacy.read");
  const row = await database.privacyRequest.findUnique({ where: { id: requestId }, include: WITH_NAMES });
  if (row === null) throw new AdminError("not_found", { subject: "privacy" });
  const zone = programme.timeZone();
  const named = await database.programme.findUniqueOrThrow({
    where: { id: 1 },
    select: { nameEn: true, nameAr: true },
  });
  const { answerer, answeredAt, walletId } = row;
  const ids = walletId === null ? [] : [Number(walletId)];
  const [wallet] = await readWalletFacts(database, { ids, walletCodes: [] });
  const answered =
    answeredAt === null
      ? []
      : [
          { name: words("Answer", "الرد"), value: REQUEST_ANSWERS[row.answer as RequestAnswer] },
          { name: words("In words", "التفاصيل"), value: row.answerNote },
          { name: words("Answered on", "تاريخ الرد"), value: formatLocalDate(answeredAt, zone) },
          { name: words("Answered by", "ردّ عليه"), value: answerer && personName(answerer) },
        ];
  return {
    name: `privacy request ${requestId}`,
    title: words(`Receipt of request ${requestId}`, `إيصال الطلب رقم ${requestId}`),
    madeAt: clock.now(),
    zone,
    lead: words(named.nameEn, named.nameAr),
    sections: [
      {
        id: "request",
        title: words("Request about personal data", "طلب بشأن البيانات الشخصية"),
        columns: COLUMNS,
        rows: [
          { name: words("Asked for", "المطلوب"), value: REQUEST_KINDS[row.kind as RequestKind] },
          { name: words("Person", "صاحب الطلب"), value: row.person },
          { name: words("Wallet code", "كود العميل"), value: wallet?.wallet_code ?? "" },
          { name: words("Received on", "تاريخ الاستلام"), value: dayOf(row.receivedOn) },
          { name: words("Received by", "استلمه"), value: personName(row.creator) },
          { name: words("Answer due by", "موعد الرد"), value: dayOf(row.dueOn) },
          ...answered,
        ],
      },
    ],
  };
}
