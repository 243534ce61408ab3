import { REQUIREMENTS } from "@/lib/areas/certification/requirements";
import { CLIENT_SCOPES } from "@/lib/areas/clients/words";
import { SCENARIO_WALLETS, scenarioMsisdn, scenarioWalletCode } from "@/lib/areas/sandbox/scenarios";
import { TEST_EVENT_TYPE } from "@/lib/areas/webhooks/event-types";
import { MERCHANTS } from "@/lib/demo/catalogue/merchants";
import { CLIENTS, type DemoClient } from "@/lib/demo/catalogue/people";
import { SEGMENTS } from "@/lib/demo/catalogue/programme";
import { CLIENT_PURPOSES, WALLET_PURPOSES } from "@/lib/demo/catalogue/purposes";
import { FIXED_BALANCES } from "@/lib/demo/fixed-balances";
import { drawWallets } from "@/lib/demo/wallets";
import type { Bilingual, Language } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";
import { writeNumber } from "@/lib/platform/writing/numbers";
import { REFERENCE_PATH } from "@/lib/points-api/developer-pages";
import { EVENT_GROUPS, type EventGroup, typesOf } from "@/lib/points-api/events";
import { rangesOfFields } from "@/lib/points-api/field-form";
import { openApiDocument } from "@/lib/points-api/openapi";
import type { Operation } from "@/lib/points-api/operation";
import { OPERATIONS } from "@/lib/points-api/operations";

type Table = (language: Language) => string | Promise<string>;

/** The tables that pages name, made from the demo data and what the service itself goes by: they cannot say anything else. */
export const TABLES = {
  wallets: walletTable,
  magic: scenarioTable,
  requirements: requirementTable,
  trials: trialTable,
  branches: branchTable,
  clients: clientTable,
  segments: segmentTable,
  operations: operationTable,
  scopes: scopeTable,
  events: eventTable,
  fields: fieldTable,
} as const satisfies Record<string, Table>;

const HEADERS = {
  wallet: { en: "WalletCode", ar: "WalletCode" },
  mobile: { en: "ContactMsisdn", ar: "ContactMsisdn" },
  points: { en: "Points", ar: "النقاط" },
  pin: { en: "PIN", ar: "الرقم السري" },
  use: { en: "For", ar: "الغرض" },
  client: { en: "ClientId", ar: "ClientId" },
  merchant: { en: "Merchant", ar: "التاجر" },
  branch: { en: "BranchMsisdn", ar: "BranchMsisdn" },
  name: { en: "Name", ar: "الاسم" },
  open: { en: "Open", ar: "مفتوح" },
  segment: { en: "Segment", ar: "الشريحة" },
  earns: { en: "rewValueFactor", ar: "rewValueFactor" },
  costs: { en: "redValueFactor", ar: "redValueFactor" },
  threshold: { en: "redThreshold", ar: "redThreshold" },
  bonus: { en: "bonusPoints", ar: "bonusPoints" },
  operation: { en: "Operation", ar: "العملية" },
  does: { en: "Does", ar: "ماذا تفعل" },
  scope: { en: "Scope", ar: "الصلاحية" },
  portalWord: { en: "In the portal", ar: "في البوابة" },
  allows: { en: "Allows", ar: "تسمح بـ" },
  about: { en: "About", ar: "عن" },
  types: { en: "Types", ar: "الأنواع" },
  requirement: { en: "Requirement", ar: "المتطلب" },
  shown: { en: "How it is shown", ar: "كيف يُثبت" },
  field: { en: "Field", ar: "الحقل" },
  range: { en: "Limit", ar: "الحد" },
  requirements: { en: "Requirements", ar: "المتطلبات" },
} as const;

function walletTable(language: Language): string {
  // Codes, numbers and PINs do not depend on the day.
  const rows = drawWallets(new Date(0)).flatMap(({ walletCode, contactMsisdn, pin }) => {
    const purpose = WALLET_PURPOSES[walletCode];
    if (purpose === undefined) return [];
    const points = FIXED_BALANCES[walletCode];
    return [
      [
        code(walletCode),
        code(nationalNumber(contactMsisdn)),
        points === undefined ? "" : writeNumber(points, "en"),
        pin === null ? "" : code(pin),
        purpose[language],
      ],
    ];
  });
  return table(language, ["wallet", "mobile", "points", "pin", "use"], rows);
}

/** The demo's sandbox; every other has the same wallets under codes of its own. */
function scenarioTable(language: Language): string {
  const rows = SCENARIO_WALLETS.map(({ suffix, points, pin, text }) => [
    code(demoCode(suffix)),
    code(nationalNumber(scenarioMsisdn(suffix))),
    writeNumber(points, "en"),
    pin === null ? "" : code(pin),
    text[language],
  ]);
  return table(language, ["wallet", "mobile", "points", "pin", "use"], rows);
}

const OPTIONAL = { en: " (optional)", ar: " (اختياري)" };

/** Requirements of a certificate, each with its test wallet. */
function requirementTable(language: Language): string {
  const rows = REQUIREMENTS.map(({ title, how, suffix, scopes, isOptional }) => [
    title[language] + (isOptional ? OPTIONAL[language] : ""),
    how[language],
    suffix === null ? "" : code(demoCode(suffix)),
    scopes.map(code).join(" "),
  ]);
  return table(language, ["requirement", "shown", "wallet", "scope"], rows);
}

/** The wallets of a sandbox with the requirements that are shown on each. */
function trialTable(language: Language): string {
  const rows = SCENARIO_WALLETS.map(({ suffix, text }) => [
    code(demoCode(suffix)),
    text[language],
    REQUIREMENTS.filter((requirement) => requirement.suffix === suffix)
      .map(({ title }) => title[language])
      .join(language === "ar" ? "؛ " : "; "),
  ]);
  return table(language, ["wallet", "use", "requirements"], rows);
}

function demoCode(suffix: string): string {
  return scenarioWalletCode({ id: 0, isDemo: true }, suffix);
}

function clientTable(language: Language): string {
  const rows = CLIENTS.flatMap((client) => {
    const purpose = CLIENT_PURPOSES[client.secret];
    return purpose === undefined
      ? []
      : [[code(client.secret), merchantName(client, language), purpose[language]]];
  });
  return table(language, ["client", "merchant", "use"], rows);
}

function merchantName({ merchantId }: DemoClient, language: Language): string {
  return MERCHANTS.find(({ id }) => id === merchantId)?.name[language] ?? "";
}

function branchTable(language: Language): string {
  const rows = MERCHANTS.flatMap(({ name, branches }) =>
    branches.map((branch) => [
      code(branch.msisdn),
      name[language],
      branch.name[language],
      branch.isActive ? "✓" : "1111",
    ]),
  );
  return table(language, ["branch", "merchant", "name", "open"], rows);
}

function segmentTable(language: Language): string {
  const rows = SEGMENTS.map((segment) => [
    segment.name[language],
    segment.rewardFactor,
    segment.redeemFactor,
    String(segment.redeemThreshold),
    segment.bonusPoints === null ? "" : String(segment.bonusPoints),
  ]);
  return table(language, ["segment", "earns", "costs", "threshold", "bonus"], rows);
}

function operationTable(language: Language): string {
  const tags = referenceTags();
  // Where an operation is described and can be tried: below its first tag.
  const referenceOf = (name: string) => `${REFERENCE_PATH}#/${tags.get(name) ?? ""}/${name}`;
  const rows = Object.values<Operation>(OPERATIONS).map(({ name, summary, scope, alsoScope, method }) => [
    `[\`${method} ${name}\`](${referenceOf(name)})`,
    summary[language],
    scope === null ? "–" : [scope, alsoScope ?? []].flat().map(code).join(" "),
  ]);
  return table(language, ["operation", "does", "scope"], rows);
}

/** Fields of requests by their range. */
function fieldTable(language: Language): string {
  const fields = new Map<string, string[]>();
  for (const [field, range] of rangesOfFields())
    fields.set(range[language], [...(fields.get(range[language]) ?? []), code(field)]);
  return table(
    language,
    ["field", "range"],
    [...fields].map(([range, names]) => [names.join(" "), range]),
  );
}

/** The rights of a client, as the portal calls them and as the wire does. */
async function scopeTable(language: Language): Promise<string> {
  const { scope: words } = (await loadMessages(language)).clients;
  const rows = CLIENT_SCOPES.map((scope) => [
    code(scope),
    words[scope],
    scope === "events"
      ? code("GET /api/events/v1")
      : Object.values<Operation>(OPERATIONS)
          .filter((operation) => operation.scope === scope || operation.alsoScope === scope)
          .map(({ name }) => code(name))
          .join(" "),
  ]);
  return table(language, ["scope", "portalWord", "allows"], rows);
}

interface OperationObject {
  operationId: string;
  tags: readonly string[];
}

/** The tag of each operation of the reference, by the operation's name. */
export function referenceTags(): ReadonlyMap<string, string> {
  const { paths } = openApiDocument() as {
    paths: Record<string, Record<string, OperationObject>>;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return new Map(operations.map(({ operationId, tags }) => [operationId, tags[0] ?? ""]));
}

const EVENT_SUBJECTS: Readonly<Record<EventGroup, Bilingual>> = {
  points: { en: "Points of a wallet moved", ar: "تحركت نقاط حساب" },
  wallet: { en: "A wallet was opened or changed", ar: "فُتح حساب نقاط أو تغيّر" },
  deal: { en: "A deal was made, changed or deleted", ar: "أُنشئ عرض أو تغير أو حُذف" },
  coupon: { en: "A coupon was issued, used or ended", ar: "صدر كوبون أو استُخدم أو أُلغي" },
  anchor: { en: "The logs were signed (not in the feed)", ar: "خُتمت السجلات بتوقيع (ليس في قائمة الأحداث)" },
  security: { en: "A grave security event (not in the feed)", ar: "حدث أمني خطير (ليس في قائمة الأحداث)" },
};

function eventTable(language: Language): string {
  const rows = EVENT_GROUPS.map((group) => [
    EVENT_SUBJECTS[group][language],
    typesOf(group).map(code).join(" "),
  ]);
  const test = { en: "The test button of the portal", ar: "زر التجربة في البوابة" }[language];
  return table(language, ["about", "types"], [...rows, [test, code(TEST_EVENT_TYPE)]]);
}

/** As people in Egypt write it. */
function nationalNumber(e164: string): string {
  return e164.replace(/^\+20/, "0");
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(language: Language, columns: (keyof typeof HEADERS)[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map((column) => HEADERS[column][language])),
    line(columns.map(() => "---")),
    ...rows.map(line),
    "",
  ].join("\n");
}
