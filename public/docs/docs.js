// The developer pages work without this script. It adds search, tabs for programming languages, copying and the theme.

const { language, copy, copied } = document.body.dataset;
/** The key in the browser's storage under which the chosen programming language is kept. */
const CHOICE = "points.docs.programming-language";

keepOldAddresses();
nameThisService();
chooseTheme();
offerCopies();
makeTabs();
foldPages();
startSearch();

/** The reference was at /docs: addresses that lead into it still do. */
function keepOldAddresses() {
  if (location.hash.startsWith("#/")) location.replace(`/docs/reference${location.hash}`);
}

/** Commands call the service that shows them. */
function nameThisService() {
  const written = "http://127.0.0.1:3000";
  if (location.origin === written) return;
  for (const code of document.querySelectorAll("article code")) {
    if (code.textContent.includes(written))
      code.textContent = code.textContent.replaceAll(written, location.origin);
  }
}

function chooseTheme() {
  const label = document.querySelector(".theme");
  label.hidden = false;
  label.querySelector("select").addEventListener("change", ({ target }) => {
    if (target.value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = target.value;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the portal reads the same cookie; the cookie store is not in every browser.
    document.cookie = `points.theme=${target.value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  });
}

function offerCopies() {
  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await copyText(button.parentElement.querySelector("code").textContent);
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
      }, 2_000);
    });
  }
}

/** Without https browsers have no clipboard for pages, but they copy what is selected. */
async function copyText(text) {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** On a phone the list of pages would stand before every page. */
function foldPages() {
  if (matchMedia("(width < 50rem)").matches) document.querySelector(".pages details").open = false;
}

// Tabs ------------------------------------------------------------------------------------------------------------------

function makeTabs() {
  const groups = [...document.querySelectorAll(".snippets")].map(makeTabList);
  const choose = (chosen) => {
    remember(chosen);
    for (const group of groups) group.show(chosen);
  };
  for (const group of groups) group.choose = choose;
  const last = recall();
  for (const group of groups) group.show(last) || group.show(group.first);
}

function makeTabList(group, number) {
  const panels = [...group.querySelectorAll(".snippet")];
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", group.dataset.label);
  const self = { first: panels[0].dataset.language, choose: undefined, show };
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `tab-${number}-${index}`;
    tab.textContent = panel.querySelector(".caption").textContent;
    tab.setAttribute("role", "tab");
    panel.id = `panel-${number}-${index}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => self.choose(panel.dataset.language));
    return tab;
  });
  list.append(...tabs);
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement);
    const forward = getComputedStyle(list).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tabs.length) % tabs.length;
    self.choose(panels[next].dataset.language);
    tabs[next].focus();
  });
  group.prepend(list);

  function show(chosen) {
    const found = panels.some((panel) => panel.dataset.language === chosen);
    if (!found) return false;
    for (const [index, panel] of panels.entries()) {
      const isChosen = panel.dataset.language === chosen;
      panel.hidden = !isChosen;
      tabs[index].setAttribute("aria-selected", String(isChosen));
      tabs[index].tabIndex = isChosen ? 0 : -1;
    }
    return true;
  }
  return self;
}

function remember(chosen) {
  try {
    localStorage.setItem(CHOICE, chosen);
  } catch {
    // A browser that keeps nothing shows the first language on the next page.
  }
}

function recall() {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
}

// Search ----------------------------------------------------------------------------------------------------------------

function startSearch() {
  const form = document.querySelector(".search");
  const input = form.querySelector("input");
  const list = form.querySelector("ul");
  const count = form.querySelector(".count");
  const shownMax = 12;
  let index;
  let active = -1;
  form.hidden = false;

  const load = () => {
    index ??= fetch(`/docs/${language}/search.json`)
      .then((response) => response.json())
      .then((entries) => entries.map(prepared));
    index.catch(() => {
      index = undefined;
    });
    return index;
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    activate(-1);
  };
  const activate = (to) => {
    active = to;
    for (const [at, option] of [...list.children].entries())
      option.setAttribute("aria-selected", String(at === to));
    const option = list.children[to];
    if (option === undefined) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    }
  };
  const look = async () => {
    const words = wordsOf(input.value);
    if (words.length === 0) {
      count.textContent = "";
      close();
      return;
    }
    const typed = input.value;
    const found = findIn(await load(), words).slice(0, shownMax);
    // Somebody who has typed on is answered with what was typed last.
    if (typed !== input.value) return;
    list.replaceChildren(...found.map((entry, at) => optionOf(entry, at, words)));
    count.textContent =
      found.length === 0 ? count.dataset.none : count.dataset.count.replace("{count}", String(found.length));
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    activate(found.length === 0 ? -1 : 0);
  };

  input.addEventListener("focus", () => void load());
  input.addEventListener("input", () => void look());
  input.addEventListener("keydown", (event) => {
    const last = list.children.length - 1;
    if (event.key === "Escape") close();
    else if (list.hidden) return;
    else if (event.key === "ArrowDown") activate(active === last ? 0 : active + 1);
    else if (event.key === "ArrowUp") activate(active <= 0 ? last : active - 1);
    else return;
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.children[active]?.querySelector("a, b")?.click();
  });
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option === null) return;
    close();
    location.assign(option.dataset.path);
  });
  // The field keeps the focus while an option is pressed.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  input.addEventListener("blur", close);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select") != null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

/** Arabic is compared without vowel signs and without the forms of alef, ya and ta marbuta that people mix up; digits in both scripts are one. */
function plain(text) {
  return text
    .normalize("NFKD")
    .replace(/[\p{Mn}\u0640]/gu, "")
    .replace(/[ٱأإآ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .toLowerCase();
}

function wordsOf(text) {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function prepared(entry) {
  return {
    ...entry,
    plainHeading: plain(`${entry.page} ${entry.heading}`),
    plainText: plain(entry.text),
  };
}

/** Sections that have every word, those first that have them in the heading. */
function findIn(entries, words) {
  return entries
    .map((entry, at) => ({ entry, at, weight: weightOf(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.at - other.at)
    .map(({ entry }) => entry);
}

function weightOf({ plainHeading, plainText }, words) {
  let weight = 0;
  for (const word of words) {
    const inHeading = beginsIn(plainHeading, word);
    const inText = beginsIn(plainText, word);
    if (!inHeading && !inText) return 0;
    weight += (inHeading ? 10 : 0) + (inText ? 1 : 0);
  }
  return weight;
}

/** Whether a word begins so. In Arabic it may stand behind the article or a particle that is written together with it. */
function beginsIn(text, word) {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1])) return true;
    if (/(?:^|[^\p{L}\p{N}])[وفبكل]?(?:ال|لل)?$/u.test(text.slice(Math.max(0, at - 5), at))) return true;
  }
  return false;
}

function optionOf({ path, page, heading, text }, at, words) {
  const option = document.createElement("li");
  option.id = `result-${at}`;
  option.setAttribute("role", "option");
  option.dataset.path = path;
  const name = document.createElement("b");
  name.append(...marked(heading, words));
  const place = document.createElement("small");
  place.textContent = page === heading ? "" : page;
  const excerpt = document.createElement("span");
  excerpt.append(...marked(excerptOf(text, words), words));
  option.append(name, place, excerpt);
  return option;
}

const EXCERPT_LENGTH = 120;

/** Plain texts are as long as written ones only where nothing was taken out, so that the place is found word by word. */
function excerptOf(text, words) {
  const parts = text.split(" ");
  const first = parts.findIndex((part) => words.some((word) => plain(part).includes(word)));
  const from = Math.max(0, first - 6);
  const excerpt = parts.slice(from).join(" ").slice(0, EXCERPT_LENGTH);
  return `${from > 0 ? "… " : ""}${excerpt}${excerpt.length === EXCERPT_LENGTH ? "…" : ""}`;
}

function marked(text, words) {
  return text.split(/([^\p{L}\p{N}\p{M}]+)/u).map((part) => {
    if (!words.some((word) => beginsIn(plain(part), word))) return part;
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
}
