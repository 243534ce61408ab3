const MARKED = "[aria-invalid=true], [data-invalid]";
const CONTROL =
  ":is(input:not([type=hidden]), textarea, button, [role=spinbutton]):not([aria-hidden=true] *)";

/**
 * Focuses the first field that is marked as wrong, brings it into the middle of what scrolls, so that nothing that sticks to an
 * edge covers it, and opens what it is folded into. False when no field is marked. A group is marked as a whole: its first
 * control is focused.
 */
export function showFirstProblem(form: HTMLElement | null): boolean {
  const marked = form?.querySelector<HTMLElement>(MARKED);
  if (!marked) return false;
  const folded = marked.closest("details");
  if (folded) folded.open = true;
  const control = marked.matches(CONTROL) ? marked : marked.querySelector<HTMLElement>(CONTROL);
  (control ?? marked).focus({ preventScroll: true });
  marked.scrollIntoView({ block: "center" });
  return true;
}

/** Kinds of fields that hold text; a list that opens with the focus is none of them. */
const TEXT =
  "textarea, input:is([type=text], [type=tel], [type=email], [type=url]):not([role=combobox], [readonly])";

/**
 * Focuses the field with which a form begins, when text is typed there and no field has asked for the focus. On a touch screen a
 * keyboard would cover the form before it is read.
 */
export function beginTyping(form: HTMLElement | null): void {
  if (form?.querySelector("[data-autofocus]") || window.matchMedia("(pointer: coarse)").matches) return;
  const first = form?.querySelector<HTMLElement>(CONTROL);
  if (!first?.matches(TEXT)) return;
  // A dialog over another one looks for it by this mark.
  first.dataset.autofocus = "true";
  first.focus();
}
