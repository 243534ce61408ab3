import { createTranslator } from "next-intl";
import { hasTryIt } from "@/lib/areas/clients/portal";
import { browseDeals } from "@/lib/areas/deals/browse";
import type { Language } from "@/lib/platform/language";
import { FORMATS, loadMessages } from "@/lib/platform/messages";
import { INTL_LOCALE } from "@/lib/platform/preferences";
import { isPermitted, type Rights } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { ALL_COMMANDS, type CommandText, commandsFor } from "@/lib/portal/commands";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { commands } from "./contract";
import { FOUND_MAX, findByName, findByNumber } from "./find";
import type { CommandName, FindRequest, Found } from "./schemas";

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
  const t = createTranslator({ locale: INTL_LOCALE[language], messages, formats: FORMATS });
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
