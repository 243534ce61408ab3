/** The element that {@link MISSING_SCRIPTS} draws. */
const NOTICE_ID = "missing-scripts";

/** Texts for a page whose scripts are not there, in its language. */
export interface MissingScriptsTexts {
  /** The scripts did not arrive. */
  missing: string;
  reload: string;
  /** The browser lacks something that the page's scripts and styles are written with. */
  tooOld: string;
}

/**
 * A page looks ready before its scripts have come, and takes typed text. This one stands in the page itself and says so where they do not
 * come: at once when one of them fails, after some seconds when none of them begins. In words of 2009, because it also tells browsers that
 * are too old for the rest. The features that it looks for came with the browsers that docs/operations.md names.
 */
const MISSING_SCRIPTS = `function (texts) {
  var patienceMs = 8000;
  var isTold = false;
  var css = window.CSS && CSS.supports;
  var isOld = !css || !CSS.supports("color", "color-mix(in srgb, red, blue)") || !CSS.supports("selector(:has(a))") || !Array.prototype.toSorted || !window.AbortSignal || !AbortSignal.timeout;
  function isLive() { return window.arePageScriptsHere === true; }
  function tell(text, hasLink) {
    if (isTold || isLive() || !document.body) return;
    isTold = true;
    var box = document.createElement("div");
    box.id = "${NOTICE_ID}";
    box.setAttribute("role", "alert");
    box.setAttribute("dir", "auto");
    box.style.cssText = "position:fixed;z-index:99;top:0;left:0;right:0;padding:12px 16px;background:#7a2e00;color:#fff;font:16px/1.5 sans-serif;text-align:center";
    box.appendChild(document.createTextNode(text + " "));
    if (hasLink) {
      var link = document.createElement("a");
      link.setAttribute("href", location.pathname + location.search);
      link.style.cssText = "display:inline-block;margin:0 8px;padding:8px 16px;border-radius:8px;background:#fff;color:#7a2e00;text-decoration:none";
      link.appendChild(document.createTextNode(texts.reload));
      box.appendChild(link);
    }
    document.body.appendChild(box);
  }
  function tellMissing() { tell(texts.missing, true); }
  function whenBody(act) {
    if (document.body) act();
    else document.addEventListener("DOMContentLoaded", act);
  }
  if (isOld) return document.addEventListener("DOMContentLoaded", function () { tell(texts.tooOld, false); });
  window.addEventListener("error", function (event) {
    var target = event.target;
    if (target && target.tagName === "SCRIPT") whenBody(tellMissing);
  }, true);
  setTimeout(function () { whenBody(tellMissing); }, patienceMs);
}`;

/** The script as it stands in the page, with its texts. */
export function missingScriptsScript(texts: MissingScriptsTexts): string {
  // A text may not end the script.
  return `(${MISSING_SCRIPTS})(${JSON.stringify(texts).replace(/</g, "\\u003c")})`;
}

/** To be called as soon as the page's scripts have taken it over. */
export function noteScripts(): void {
  window.arePageScriptsHere = true;
  document.getElementById(NOTICE_ID)?.remove();
}

declare global {
  interface Window {
    /** Whether the scripts of this page have taken it over. */
    arePageScriptsHere?: boolean;
  }
}
