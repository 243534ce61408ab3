const PREFIX = "points-service.";
const registry: Record<symbol, unknown> = globalThis as unknown as Record<symbol, unknown>;

/**
 * One instance per process, however many bundles the code was compiled into: each bundle has a copy of this module, and
 * all must share one pool, one queue, one cache.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  // A name that this bundle asked for before is found without making its symbol again: some are asked for in every request.
  const known = found.get(name);
  if (known !== undefined) return known as T;
  const key = Symbol.for(`${PREFIX}${name}`);
  if (!(key in registry)) registry[key] = create();
  found.set(name, registry[key]);
  return registry[key] as T;
}

const found = new Map<string, unknown>();

/** Makes every instance anew when it is asked for next, or the one named: for tests, of which many files share a process. */
export function forgetSingletons(only?: string): void {
  found.clear();
  for (const key of Object.getOwnPropertySymbols(registry)) {
    const name = Symbol.keyFor(key);
    if (only === undefined ? name?.startsWith(PREFIX) : name === `${PREFIX}${only}`) delete registry[key];
  }
}
