// A list of branches, merchants, tiers or channels says where something holds; an empty one: wherever.

export function holdsFor<Value>(listed: readonly Value[], value: Value | null): boolean {
  return listed.length === 0 || (value !== null && listed.includes(value));
}

/** Whether there is a value for which both hold. */
export function holdTogether<Value>(one: readonly Value[], other: readonly Value[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((value) => other.includes(value));
}
