const NAME = "points.operations.kept";

/** Notes beside the records, where a page sees it before their code has come, whether there are any. */
export function noteKept(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(NAME, "yes");
    else localStorage.removeItem(NAME);
  } catch {
    // Then nothing can be read there either.
  }
}

/**
 * Whether this device may keep operations. When another tab removes the note at the moment of a new one, it is shown
 * some seconds later.
 */
export function mayBeKept(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return true;
  }
}
