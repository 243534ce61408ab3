export function isLater(version: string, than: string): boolean;
export function releasedChangelog(
  text: string,
  release: { version: string; day: string; notes: readonly string[] },
): string;
export function upgradeNotes(
  migrations: readonly { name: string; sql: string }[],
  release: { before: string | undefined; known: ReadonlySet<string> | null },
): string[];
export function newestRelease(): string | undefined;
