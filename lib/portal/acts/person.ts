import { AsyncLocalStorage } from "node:async_hooks";
import type { Language } from "@/lib/platform/language";
import { processSingleton } from "@/lib/platform/process-singleton";
import { SYSTEM_USER_NAME, SYSTEM_USER_NAME_AR } from "./system-user";

/** Fields of a person that {@link person} needs. */
export const PERSON = { id: true, name: true, nameAr: true } as const;

/** A person's name as it is kept: the one in Arabic is optional. */
export interface PersonNames {
  name: string;
  nameAr: string | null;
}

const storage = () => processSingleton("reader-language", () => new AsyncLocalStorage<Language>());

/** Does `work` so that people's names in all that it waits for are those of a reader of this language. */
export function readIn<Result>(language: Language, work: () => Result): Result {
  return storage().run(language, work);
}

/** A person's name in the reader's language, or else the other one. Outside of a page or request: `name`. */
export function personName({ name, nameAr }: PersonNames, language = storage().getStore()): string {
  if (language !== "ar") return name || nameAr || "";
  // The service's own row is of a time before names in Arabic.
  return nameAr || (name === SYSTEM_USER_NAME ? SYSTEM_USER_NAME_AR : name);
}

/** The person with the name in the reader's language alone. */
export function person<Row extends PersonNames>({ nameAr, ...row }: Row): Omit<Row, "nameAr"> {
  return { ...row, name: personName({ name: row.name, nameAr }) };
}
