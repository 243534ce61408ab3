/*
 * Opens the portal where there is no connection. It keeps the shell only: the till's scripts, the release's styles and fonts,
 * the page of the till as it is before anybody's wallet is looked up, and a page that says that there is no connection. Answers of
 * the APIs never pass through here, so nothing about money or customers is ever kept.
 *
 * The build puts SHELL_FILES, SHELL_FIRST_FILES and SHELL_RELEASE before this text; without them, as in development, nothing is kept.
 */
const FILES = self.SHELL_FILES ?? [];
/** Those that the till's page names. */
const FIRST_FILES = self.SHELL_FIRST_FILES ?? [];
const RELEASE = `shell-${self.SHELL_RELEASE}`;
/** The till's page names who is signed in, so it has a place of its own and goes when they sign out. */
const TILL = "till";
const TILL_PATH = "/till";
const OFFLINE_PATH = "/offline.html";
/** Tabs opened before an update still ask for files of the release before. */
const RELEASES_KEPT = 2;

if (FILES.length > 0) {
  self.addEventListener("install", (event) => event.waitUntil(keepRelease()));
  self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
  self.addEventListener("message", (event) => {
    if (event.data === "keep-till") event.waitUntil(keepTill());
  });
  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== self.location.origin) return;
    if (request.mode === "navigate") event.respondWith(openPage(request, pathname));
    else if (pathname.startsWith("/_next/static/")) event.respondWith(kept(request, () => fetch(request)));
    else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
  });
}

async function keepRelease() {
  const cache = await caches.open(RELEASE);
  await cache.addAll(FILES);
  await self.skipWaiting();
}

async function takeOver() {
  const releases = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== RELEASE);
  await Promise.all(releases.slice(0, 1 - RELEASES_KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
  // What is kept is the till of the release before.
  if (await caches.match(TILL_PATH)) await keepTill();
}

async function keepTill() {
  const answer = await fetch(TILL_PATH, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected || !isOfRelease(await answer.clone().text())) return;
  const cache = await caches.open(TILL);
  await cache.put(TILL_PATH, answer);
}

/** Whether a page is made of this release's scripts. A proxy's maintenance page has none, and a newer page has others. */
function isOfRelease(page) {
  return FIRST_FILES.every((path) => page.includes(path));
}

/** The page from the service; where it cannot be reached, the till as it was kept, or the page that says so. */
async function openPage(request, pathname) {
  if (pathname === "/sign-in") await caches.delete(TILL);
  const isTill = pathname === TILL_PATH || pathname === "/";
  try {
    const answer = await fetch(request);
    // Another answers for a service that is away.
    return answer.status >= 500 && isTill ? kept(TILL_PATH, () => answer) : answer;
  } catch {
    return isTill ? kept(TILL_PATH, () => kept(OFFLINE_PATH)) : kept(OFFLINE_PATH);
  }
}

/** What is kept under the address, or else what `otherwise` answers. */
async function kept(request, otherwise = () => Response.error()) {
  const found = await caches.match(request, { ignoreVary: true });
  return found ?? otherwise();
}
