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
