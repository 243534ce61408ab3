import { createTranslator } from "next-intl";
import { hasTryIt } from "@/lib/areas/clients/portal";
import { browseDeals } from "@/lib/areas/deals/browse";
import { digitSpellings } from "@/lib/platform/digits";
import { bestFirst, matchOf } from "@/lib/platform/fuzzy";
import type { Language } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";
import { INTL_LOCALE } from "@/lib/platform/preferences";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type AdminAction, isPermitted, type Rights } from "@/lib/portal/acts/permissions";
import { PERSON } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { ALL_COMMANDS, type CommandText, commandsFor } from "@/lib/portal/commands";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { commands } from "./contract";
import type { CommandName, FindRequest, Found, FoundKind } from "./schemas";

export const commandsPortal = serveContract(commands, {
  names: ({ actor }) => readCommands(actor),
  find: ({ actor, body }) => find(actor, body),
});

/** Names of a person's commands, in both languages. */
async function readCommands(rights: Rights): Promise<{ commands: CommandName[] }> {
  const [en, ar] = await Promise.all([wordsIn("en"), wordsIn("ar")]);
  const nameOf = (text: CommandText) => ({ en: en.word(text), ar: ar.word(text) });
  return {
    commands: commandsFor(rights)
      .filter(({ id }) => id !== "tryIt" || hasTryIt())
      .map(({ id, text, menu }) => {
        const above = ALL_COMMANDS.find((page) => page.id === menu);
        return {
          id,
          ...nameOf(text),
          place: above === undefined ? null : nameOf(above.text),
          also: [...en.also(id), ...ar.also(id)],
        };
      }),
  };
}

async function wordsIn(language: Language) {
  const messages = await loadMessages(language);
  const t = createTranslator({ locale: INTL_LOCALE[language], messages });
  const others = new Map<string, unknown>(Object.entries(messages.commands.also));
  return {
    word: (text: CommandText): string => t(text),
    also: (id: string): string[] => {
      const words = others.get(id);
      return typeof words === "string" ? [words] : [];
    },
  };
}

/**
 * Records matching the typed text, plus recent numbers from the device; only those that the actor may see. Those who administer no deals
 * find the live ones of all merchants.
 */
async function find(actor: PortalActor, { text, recent = [] }: FindRequest): Promise<{ found: Found[] }> {
  const seesLiveDeals = !isPermitted(actor, "deal.read");
  const [byName, byNumber, live] = await Promise.all([
    text === undefined ? [] : findByName(adminContext(), actor, text),
    findByNumber(adminContext(), actor, recent),
    seesLiveDeals ? liveDeals({ text, recent }) : [],
  ]);
  return { found: [...byName, ...byNumber, ...live] };
}

async function liveDeals({ text, recent = [] }: FindRequest): Promise<Found[]> {
  const { deals: catalogue } = services();
  const { deals } = await catalogue.live(null);
  const known = deals.filter(({ id }) => recent.some((thing) => thing.kind === "deal" && thing.id === id));
  const matching =
    text === undefined ? [] : (await browseDeals(catalogue, { filters: { text }, limit: FOUND_MAX })).deals;
  return [...matching, ...known].map(({ id, title }) => ({ kind: "deal" as const, id, ...title }));
}

/** Of one kind. */
const FOUND_MAX = 5;
/** Among so many names of a kind slips of the pen are looked for as well; among more only parts as they were typed. */
const NAMES_MAX = 1_000;

/** Of those that have what was typed in them, so many are put in order. */
const PARTS_MAX = 50;

interface Named {
  id: number;
  /** In both languages; a name that has none is the same in both. */
  names: readonly [en: string, ar: string];
}

interface Search {
  /** The right to list them. */
  action: AdminAction;
  /** At most so many of the actor's that meet the condition, by number. */
  read(condition: Condition, take: number): Promise<Named[]>;
}
/** Numbers, or words that each have to be in one of the names. */
type Condition = { ids: readonly number[] } | { words: readonly string[] };

/** Searches by name, besides wallets. */
function searchesOf({ database }: AdminContext, { role, merchantId }: AdminActor): Record<FoundKind, Search> {
  const own = role === "programme_operator" ? {} : { merchantId: merchantId ?? -1 };
  const orderBy = { id: "asc" } as const;
  return {
    branch: {
      action: "branch.update",
      read: async (condition, take) => {
        const where = { ...own, ...conditionOf(condition, "nameEn", "nameAr") };
        const select = { id: true, nameEn: true, nameAr: true };
        const rows = await database.branch.findMany({ where, take, orderBy, select });
        return rows.map(({ id, nameEn, nameAr }) => ({ id, names: [nameEn, nameAr] }));
      },
    },
    deal: {
      action: "deal.read",
      read: async (condition, take) => {
        const where = { ...own, ...conditionOf(condition, "titleEn", "titleAr", "offerNumber") };
        const select = { id: true, titleEn: true, titleAr: true, offerNumber: true };
        const rows = await database.deal.findMany({ where, take, orderBy, select });
        // A draft may have no title, or one in Arabic only.
        return rows.map(({ id, titleEn, titleAr, offerNumber }) => ({
          id,
          names: [titleEn || titleAr || offerNumber, titleAr],
        }));
      },
    },
    client: {
      action: "client.read",
      read: async (condition, take) => {
        const where = { ...own, ...conditionOf(condition, "name") };
        const rows = await database.apiClient.findMany({
          where,
          take,
          orderBy,
          select: { id: true, name: true },
        });
        return rows.map(({ id, name }) => ({ id, names: [name, name] }));
      },
    },
    person: {
      action: "user.read",
      read: async (condition, take) => {
        const where = { ...own, kind: "portal", ...conditionOf(condition, "name", "nameAr", "username") };
        const rows = await database.user.findMany({ where, take, orderBy, select: PERSON });
        return rows.map(({ id, name, nameAr }) => ({ id, names: [name, nameAr || name] }));
      },
    },
  };
}

function conditionOf<Field extends string>(condition: Condition, ...fields: readonly Field[]) {
  if ("ids" in condition) return { id: { in: [...condition.ids] } };
  const within = (contains: string) => ({ contains, mode: "insensitive" }) as const;
  return {
    AND: condition.words.map((word) => ({
      OR: digitSpellings(word).flatMap((spelling) =>
        fields.map((field) => ({ [field]: within(spelling) }) as Record<Field, ReturnType<typeof within>>),
      ),
    })),
  };
}

/**
 * Branches, deals, API clients and people of the actor's merchant, or of all for an operator, whose names have what was typed in them, or
 * nearly; the best first. Kinds that the actor may not list are left out.
 */
async function findByName(context: AdminContext, actor: AdminActor, text: string): Promise<Found[]> {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return readEach(context, actor, async ({ read }) => {
    const parts = await read({ words }, PARTS_MAX);
    const all = parts.length < FOUND_MAX ? await read({ words: [] }, NAMES_MAX + 1) : parts;
    const near = best(text, all.length > NAMES_MAX ? parts : all);
    // A match of another text, such as an offer number, is in neither name.
    return [...near, ...parts.filter(({ id }) => near.every((one) => one.id !== id))].slice(0, FOUND_MAX);
  });
}

function best(text: string, named: readonly Named[]): Named[] {
  return bestFirst(named, ({ names }) => matchOf(text, names));
}

/** Present names of records that were found before; those that the actor may not see any more are left out. */
function findByNumber(
  context: AdminContext,
  actor: AdminActor,
  things: readonly { kind: FoundKind; id: number }[],
): Promise<Found[]> {
  return readEach(context, actor, ({ read }, kind) => {
    const ids = things.filter((thing) => thing.kind === kind).map(({ id }) => id);
    return ids.length === 0 ? [] : read({ ids }, ids.length);
  });
}

async function readEach(
  context: AdminContext,
  actor: AdminActor,
  read: (search: Search, kind: FoundKind) => Promise<Named[]> | Named[],
): Promise<Found[]> {
  const searches = Object.entries(searchesOf(context, actor)) as [FoundKind, Search][];
  const permitted = searches.filter(([, { action }]) => isPermitted(actor, action));
  const found = await Promise.all(
    permitted.map(async ([kind, search]) => (await read(search, kind)).map((named) => ({ kind, ...named }))),
  );
  return found.flat().map(({ kind, id, names: [en, ar] }) => ({ kind, id, en, ar }));
}
