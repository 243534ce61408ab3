/**
 * Holds a lock that only one tab of this device can have while `act` runs; waits for it. A tab that dies releases its
 * locks. Pages of insecure origins have no locks, so every tab goes ahead: references keep points safe on the server.
 */
export async function withLock<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return locks === undefined ? act() : locks.request(`points.${name}`, act);
}
