/**
 * The person whom this page shows, and the release that made it. Every request says the person, every answer says both
 * (components/kit/fetch.ts), so that neither can be forgotten by a page.
 */
let person: number | undefined;
let isLeaving = false;
let newest: string | undefined;
const listeners = new Set<() => void>();

/** From now on this page is the person's. */
export function setPagePerson(userId: number): void {
  // The server renders pages of many people at once.
  if (typeof window !== "undefined") person = userId;
}

export function pagePerson(): number | undefined {
  return person;
}

/** Another person is signed in in this browser: their page takes the place of this one, and no act of this one is theirs. */
export function notePerson(userId: number | undefined): void {
  if (person === undefined || userId === undefined || userId === person || isLeaving) return;
  isLeaving = true;
  window.location.reload();
}

/** The service is of this release now. */
export function noteRelease(release: string | null): void {
  const own = ownRelease();
  if (release === null || own === undefined || newest === release) return;
  newest = release;
  if (release !== own) for (const listener of listeners) listener();
}

/** The release that the service is of, where this page is of another; undefined where it is of the same. */
export function newerRelease(): string | undefined {
  const own = ownRelease();
  return own === undefined || newest === own ? undefined : newest;
}

const ownRelease = () =>
  typeof document === "undefined" ? undefined : document.documentElement.dataset.release;

export function subscribeToRelease(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
