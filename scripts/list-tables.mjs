import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const LIST = "lib/platform/database/generated/tables.ts";
const PAGE = "docs/privacy.md";
const MARKS = ["<!-- tables: npm run generate -->", "<!-- end of tables -->"];
const PICTURE = "docs/data.md";

const ROLES = ["read", "append", "keep", "replace", "change", "rebuild"];
/** Facts of every table, and those of a table with data of customers. */
const OF_ALL = ["room", "role", "sealed", "kept"];
const OF_CUSTOMERS = ["customer", "held", "erased"];
/** Words of `sealed` that are no kinds of rows sealed one by one. */
const NO_KINDS = ["chain", "replayed", "noted", "strangers"];
/** Columns of every table that change by themselves. */
const BY_THEMSELVES = ["updated_at", "last_used_at"];
/** Columns that can name a customer. */
const CUSTOMER_COLUMN = /(?:^|_)(?:wallet_id|wallet_code|msisdn)$/;

/**
 * Writes down the facts that prisma/schema.prisma declares above its models, for the code that follows from them, their table in
 * docs/privacy.md and their picture in docs/data.md. CONTRIBUTING.md says how they are written.
 * @throws Error with every model that says too little
 */
export function listTables() {
  const tables = readTables(readFileSync("prisma/schema.prisma", "utf8"));
  const lines = tables.map(
    ({ table, model: _model, room: _room, refersTo: _refersTo, ...facts }) =>
      `  ${table}: ${JSON.stringify(facts)},`,
  );
  mkdirSync(path.dirname(LIST), { recursive: true });
  writeFileSync(
    LIST,
    `/** Facts of the tables, as scripts/list-tables.mjs found them in prisma/schema.prisma. */\nexport const TABLES = {\n${lines.join("\n")}\n} as const;\n`,
  );
  // The image is built without its docs.
  if (!existsSync(PAGE)) return;
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(MARKS[0]) + MARKS[0].length, page.indexOf(MARKS[1])];
  const written = `${page.slice(0, from)}\n${pageTable(tables)}\n${page.slice(to)}`;
  if (written !== page) writeFileSync(PAGE, written);
  writeFileSync(PICTURE, picture(tables));
}

/** The declared facts of each model of a schema, by name of the table. */
export function readTables(schema) {
  const problems = [];
  const tables = [...schema.matchAll(/^((?:\/\/.*\n)*)model (\w+) \{\n([\s\S]*?)^\}/gm)].map(
    ([, comments, model, body]) => {
      const table = /@@map\("([^"]+)"\)/.exec(body)?.[1] ?? model;
      const { found, wrong } = readFacts(comments);
      const columns = columnsOf(body);
      const flaws = [
        ...wrong,
        ...lacking(
          found,
          [...columns.values()].map(({ column }) => column),
        ),
      ];
      problems.push(...[...flaws, ...sealFlaws(found, columns)].map((one) => `${model}: ${one}`));
      return {
        ...{ table, model, room: found.get("room")?.[0], refersTo: relationsOf(body), ...shaped(found) },
        ...(flaws.length === 0 && noted(table, found, { body, columns })),
      };
    },
  );
  if (problems.length > 0) throw new Error(`prisma/schema.prisma says too little:\n${problems.join("\n")}`);
  return tables.sort((one, other) => (one.table < other.table ? -1 : 1));
}

function readFacts(comments) {
  const [found, wrong] = [new Map(), []];
  const lines = [...comments.matchAll(/^\/\/\/ (.*)$/gm)].map(([, line]) => line);
  for (const line of lines) {
    // Only the short facts share a line.
    const parts = /^(?:room|role): /.test(line) ? line.split("; ") : [line];
    for (const part of parts) {
      const [, name, value] = /^(\w+): (.+)$/.exec(part) ?? [];
      if (![...OF_ALL, ...OF_CUSTOMERS].includes(name)) wrong.push(`"${part}" is no fact`);
      else found.set(name, [...(found.get(name) ?? []), value]);
    }
  }
  return { found, wrong };
}

function lacking(found, columns) {
  const named = (found.get("customer")?.[0] ?? "").match(/\w+/g) ?? [];
  const unnamed = columns.filter((column) => CUSTOMER_COLUMN.test(column) && !named.includes(column));
  const isOfCustomers = OF_CUSTOMERS.some((name) => found.has(name)) || unnamed.length > 0;
  const role = found.get("role")?.[0];
  return [
    ...[...OF_ALL, ...(isOfCustomers ? OF_CUSTOMERS : [])]
      .filter((name) => !found.has(name))
      .map((name) => `lacks "${name}:"`),
    ...(role === undefined || ROLES.includes(role) ? [] : [`role "${role}" is none of ${ROLES.join(", ")}`]),
    ...(unnamed.length > 0 ? [`"customer:" does not name ${unnamed.join(", ")}`] : []),
  ];
}

const SQL_TYPES = { Int: "int", BigInt: "bigint", String: "text", Bytes: "bytea" };

/** Columns of a model by the names of its fields: the database's name, and the type that a key of it is compared as. */
function columnsOf(body) {
  const lines = body.split("\n").filter((line) => /^ {2}\w/.test(line) && !line.includes("@relation("));
  return new Map(
    lines.map((line) => {
      const [field, type] = line.trim().split(/\s+/);
      const column = / @map\("([^"]+)"\)/.exec(line)?.[1] ?? field;
      return [
        field,
        { column, type: /@db\.(Date|SmallInt|Uuid)/.exec(line)?.[1].toLowerCase() ?? SQL_TYPES[type] },
      ];
    }),
  );
}

/** `sealed: kinds by column but columns`: the column of the record that rows belong to, and the columns that change by themselves. */
function sealOf(found) {
  const text = found.get("sealed")?.[0] ?? "";
  const [, kinds = "", by, but] = /^(.*?)(?: by (\w+))?(?: but (.+))?$/.exec(text) ?? [];
  if (/^no\b/.test(text)) return { kinds: [], reason: /^no, (.+)/.exec(text)?.[1], but: [] };
  return { kinds: kinds.split(", "), by, but: but?.split(", ") ?? [] };
}

function sealFlaws(found, columns) {
  if (!found.has("sealed")) return [];
  const { kinds, reason, by, but } = sealOf(found);
  if (kinds.length === 0 && reason === undefined) return ['"sealed: no" says no reason'];
  const known = [...columns.values()].map(({ column }) => column);
  return [...but, ...(by === undefined ? [] : [by])]
    .filter((column) => !known.includes(column))
    .map((column) => `"sealed:" names ${column}, which is no column`);
}

/** How the triggers note changes of a table's rows; nothing for tables without. */
function noted(table, found, { body, columns }) {
  const { kinds, by, but } = sealOf(found);
  const isSealed = kinds.some((kind) => !NO_KINDS.includes(kind));
  if (!isSealed && !kinds.includes("noted") && !kinds.includes("strangers")) return {};
  const several = /^ {2}@@id\(\[([^\]]+)\]/m.exec(body)?.[1].split(", ");
  const fields =
    several ?? [...columns.keys()].filter((field) => new RegExp(`^  ${field} .* @id\\b`, "m").test(body));
  const own = fields.map((field) => columns.get(field)).filter(({ column }) => column !== by);
  const owner = [...columns.values()].filter(({ column }) => column === by);
  return {
    noted: {
      of: kinds.includes("strangers") ? "strangers" : "all",
      ...(kinds.includes("row") && { kind: `row of ${table}` }),
      key: [...owner, ...own].map(({ column, type }) => [column, type]),
      except: [
        ...but,
        ...[...columns.values()].map(({ column }) => column).filter((one) => BY_THEMSELVES.includes(one)),
      ],
      ...(kinds.includes("replayed") && { isReplayed: true }),
    },
  };
}

/** Models that a model's foreign keys lead to, and whether a row may lead to none. */
function relationsOf(body) {
  return [...body.matchAll(/^ {2}\w+ +(\w+)(\??) +@relation\(.*\bfields: /gm)].map(
    ([, model, isOptional]) => ({ model, isOptional: isOptional !== "" }),
  );
}

function shaped(found) {
  const [, role, , kept, customer, held] = [...OF_ALL, ...OF_CUSTOMERS].map((name) => found.get(name)?.[0]);
  const { kinds, reason } = sealOf(found);
  const names = (text = "no") => (/^no\b/.test(text) ? [] : text.split(", "));
  // A rule behind the name of a kind, whose days are a setting.
  const [, kind, rule] = /^(\w+), (.* ?where .*)$/.exec(kept ?? "") ?? [];
  return {
    role,
    sealed: kinds,
    ...(reason !== undefined && { sealedNot: reason }),
    kept: kind === undefined ? kept : { kind, ...ruleOf(rule) },
    ...(customer !== undefined && {
      customer,
      held: names(held),
      erased: (found.get("erased") ?? []).map(ruleOf),
    }),
    ...(customer !== undefined && names(held).length === 0 && { heldNot: held?.replace(/^no, /, "") }),
  };
}

/** `rows where …` removes rows, `column = value where …` changes them; all else is words. */
function ruleOf(text) {
  const [, what, where] = /^(rows|\w+ = .*?) where (.+)$/.exec(text) ?? [];
  if (where === undefined) return { words: text };
  return what === "rows" ? { where } : { set: what, where };
}

function pageTable(tables) {
  const inWords = ({ set, words }) => words ?? (set === undefined ? "rows go" : `${emptied(set)} emptied`);
  const emptied = (set) =>
    [...set.matchAll(/(\w+) = (?:NULL|''|left\()/g)].map(([, name]) => `\`${name}\``).join(", ");
  const rows = tables
    .filter(({ customer }) => customer !== undefined)
    .map(({ table, customer, held, heldNot, erased, kept }) => {
      const time =
        typeof kept === "string"
          ? kept
          : `${kept.kind}${kept.set === undefined ? "" : ", then without the holder"}`;
      return `| \`${table}\` | ${customer} | ${held.join(", ") || `no: ${heldNot}`} | ${erased.map(inWords).join("; ")} | ${time} |`;
    });
  return [
    "| table | data of a customer | in *Everything held* as | when the customer is erased | kept |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

/** A page with a diagram of each room: its tables, and their foreign keys to one another. */
function picture(tables) {
  const rooms = [...new Set(tables.map(({ room }) => room))].sort();
  const roomOf = new Map(tables.map(({ model, room }) => [model, room]));
  const diagram = (room) => {
    const members = tables.filter((table) => table.room === room);
    const keys = members.flatMap(({ model, refersTo }) => refersTo.map((to) => ({ from: model, ...to })));
    const inside = keys.filter((key) => roomOf.get(key.model) === room);
    const outside = [...new Set(keys.filter((key) => !inside.includes(key)).map(({ model }) => model))];
    const lines = inside.map(
      ({ from, model, isOptional }) => `  ${model} ${isOptional ? "|o" : "||"}--o{ ${from} : ""`,
    );
    return [
      `## ${room}`,
      "",
      "```mermaid",
      "erDiagram",
      ...members.map(({ model }) => `  ${model}`),
      ...new Set(lines),
      "```",
      ...(outside.length > 0
        ? ["", `Refers to ${outside.map((model) => `${model} (${roomOf.get(model)})`).join(", ")}.`]
        : []),
      "",
    ];
  };
  return [
    "# Data",
    "",
    `${tables.length} tables by room, made from [schema.prisma](../prisma/schema.prisma) by \`npm run generate\`. A line is a foreign key: its`,
    "end with a fork is the table that holds it. The schema says above each model how long it is kept and which seal it has.",
    "",
    ...rooms.flatMap(diagram),
  ].join("\n");
}
