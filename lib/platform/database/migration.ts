/** One folder of prisma/migrations. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file, hexadecimal, as the Prisma CLI writes it. */
  checksum: string;
}

/** A row of `_prisma_migrations` that has not been rolled back. */
export interface AppliedMigration {
  name: string;
  checksum: string;
  isFinished: boolean;
}

/** The database cannot be brought to this release's schema. The message says why and what to do. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}
