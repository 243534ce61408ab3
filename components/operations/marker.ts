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

/** Whether this device may keep operations: true too where no note can be read. */
export function mayBeKept(): boolean {
  return isNoted() ?? true;
}

/** Whether operations were kept here and, as far as was noted, are still; null where no note can be read. */
export function isNoted(): boolean | null {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return null;
  }
}
