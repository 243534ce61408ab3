const registry: Record<symbol, unknown> = globalThis as unknown as Record<symbol, unknown>;

/**
 * One instance per process, however many bundles the code was compiled into: the production server and the
 * Next.js route handlers each carry a copy of this module and must share one pool, one set of lanes, one cache.
 */
export function processSingleton<T>(name: string, create: () => T): T {
  const key = Symbol.for(`points-service.${name}`);
  if (!(key in registry)) registry[key] = create();
  return registry[key] as T;
}
