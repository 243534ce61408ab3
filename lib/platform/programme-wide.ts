/**
 * A value of the whole programme that every bundle of this process sees at once: each bundle has a copy of this module, and a variable of
 * a module would be known to that copy alone which read the settings.
 */
export function programmeWide<Value>(name: string): { get(): Value | undefined; set(value: Value): void } {
  const key = Symbol.for(`points-programme.${name}`);
  const held = globalThis as unknown as Record<symbol, Value | undefined>;
  return {
    get: () => held[key],
    set: (value) => {
      held[key] = value;
    },
  };
}
