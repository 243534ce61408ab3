/**
 * Holds the lock of that name, which only one tab of this device can, while `act` runs; waits for it. A tab that dies
 * lets go of its locks.
 *
 * Pages of insecure origins have no locks. There every tab goes ahead: references keep points safe on the server whatever
 * the tabs do, so no more is lost than quiet.
 */
export async function withLock<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return locks === undefined ? act() : locks.request(`points.${name}`, act);
}
