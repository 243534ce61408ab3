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
  const isReference = document.getElementById("api-reference") !== null;
  if (!isReference && location.hash.startsWith("#/")) location.replace(`/docs/reference${location.hash}`);
}

/** Commands call the service that shows them: the server writes the address that it knows, a browser the one that it used. */
function nameThisService() {
  const written = document.body.dataset.address;
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
  let loaded;
  let active = -1;
  form.hidden = false;

  const load = () => {
    loaded ??= Promise.all([
      import("/docs/search.js"),
      fetch(`/docs/${language}/search.json`).then((response) => response.json()),
    ]).then(([search, index]) => ({ ...search, index: search.prepare(index) }));
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
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
    const typed = input.value;
    const { find, index } = await load();
    // A reader who has typed on is answered with the last text.
    if (typed !== input.value) return;
    if (typed.trim() === "") {
      count.textContent = "";
      close();
      return;
    }
    const found = find(index, typed);
    list.replaceChildren(...found.map(optionOf));
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

function optionOf({ path, language: ofEntry, page, heading, excerpt }, at) {
  const option = document.createElement("li");
  option.id = `result-${at}`;
  option.lang = ofEntry;
  option.setAttribute("role", "option");
  option.dataset.path = path;
  const name = document.createElement("b");
  name.append(...heading.map(nodeOf));
  const place = document.createElement("small");
  place.textContent = page;
  const text = document.createElement("span");
  text.append(...excerpt.map(nodeOf));
  option.append(name, place, text);
  return option;
}

function nodeOf({ text, isFound }) {
  if (!isFound) return text;
  const mark = document.createElement("mark");
  mark.textContent = text;
  return mark;
}
