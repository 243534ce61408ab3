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
/** A page of the service's says so (proxy.tsx): a maintenance page or the one of a café's network does not. */
const OWN_PAGE_HEADER = "x-portal-page";
/** The kept till takes so long with a network that accepts and does not answer; a part of it, such as that of a link, less. */
const TILL_MS = 2_500;
const TILL_PART_MS = 1_500;
/** Any other page: the service answers within 10 s. */
const PAGE_MS = 12_000;
/** For so long after such a silence the till is opened as it was kept, without asking first. */
const SILENT_MS = 10_000;
let silentUntilMs = 0;
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
    // Without an answer to a link the browser opens the whole page.
    else if (pathname === TILL_PATH && request.headers.has("rsc"))
      event.respondWith(within(TILL_PART_MS, fetch(request)).catch(() => Response.error()));
    else if (pathname.startsWith("/_next/static/")) event.respondWith(kept(request, () => fetch(request)));
    else if (FILES.includes(pathname))
      event.respondWith(within(TILL_PART_MS, fetch(request)).catch(() => kept(request)));
  });
}

async function keepRelease() {
  const cache = await caches.open(RELEASE);
  await Promise.all(FILES.map((path) => keepFile(cache, path)));
  await self.skipWaiting();
}

/** Keeps a file of the release; a page that a proxy answers in its place ends the installation, which is tried again later. */
async function keepFile(cache, path) {
  const answer = await fetch(path);
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
  if (!answer.ok || isPage !== path.endsWith(".html")) throw new TypeError(`${path} was answered by another`);
  await cache.put(path, answer);
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
  if (!answer.ok || answer.redirected || !isOwn(answer)) return;
  if (!isOfRelease(await answer.clone().text())) return;
  const cache = await caches.open(TILL);
  await cache.put(TILL_PATH, answer);
}

function isOwn(answer) {
  // Where a page leads elsewhere, its headers are not to be seen.
  return answer.type === "opaqueredirect" || answer.headers.has(OWN_PAGE_HEADER);
}

/** Whether a page is made of this release's scripts. A proxy's maintenance page has none, and a newer page has others. */
function isOfRelease(page) {
  return FIRST_FILES.length > 0 && FIRST_FILES.every((path) => page.includes(path));
}

/** The page from the service; where it cannot be reached in time, the till as it was kept, or the page that says so. */
async function openPage(request, pathname) {
  const isTill = pathname === TILL_PATH || pathname === "/";
  const answer = isTill && Date.now() < silentUntilMs ? undefined : await ask(request, isTill);
  // The service itself asks for a sign-in: whoever comes next does not get the page of the one before.
  if (pathname === "/sign-in" && answer?.ok && isOwn(answer)) await caches.delete(TILL);
  if (!isTill) return answer ?? kept(OFFLINE_PATH);
  // Another answers for a service that is away.
  if (answer !== undefined && answer.status < 500 && isOwn(answer)) return answer;
  return kept(TILL_PATH, () => answer ?? kept(OFFLINE_PATH));
}

/** The answer; undefined when there is none, or none in time. */
async function ask(request, isTill) {
  try {
    return await within(isTill ? TILL_MS : PAGE_MS, fetch(request));
  } catch {
    return undefined;
  }
}

/** The answer of the network, unless it takes longer: then the network counts as silent. */
function within(milliseconds, answer) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      silentUntilMs = Date.now() + SILENT_MS;
      reject(new TypeError("The network is silent"));
    }, milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What is kept under the address, or else what `otherwise` answers. */
async function kept(request, otherwise = () => Response.error()) {
  const found = await caches.match(request, { ignoreVary: true });
  return found ?? otherwise();
}
