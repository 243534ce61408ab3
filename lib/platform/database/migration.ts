import { createHash } from "node:crypto";

/** One folder of prisma/migrations. */
export interface Migration {
  name: string;
  sql: string;
  /** SHA-256 of the file, hexadecimal, as the Prisma CLI writes it. */
  checksum: string;
  /** The last migration that a release must know to run on a database with this one. */
  usableFrom: string;
  /** Each statement is committed by itself, as indexes that are made beside writers ask for. Run again, it does the rest. */
  isInSteps: boolean;
}

/** The first migration: whatever only adds to the schema names it. */
const FIRST = "0001_schema_20261127";

/**
 * Reads a migration's SQL. Its first lines may say `-- usable from: <migration>` (it takes away what releases before that one use)
 * and `-- in steps`. Line ends count for nothing, so that a checkout that changes them has the same checksum.
 */
export function migrationOf(name: string, text: string): Migration {
  const sql = text.replaceAll("\r\n", "\n");
  return {
    name,
    sql,
    checksum: createHash("sha256").update(sql).digest("hex"),
    usableFrom: /^-- usable from: (\S+)$/m.exec(sql)?.[1] ?? FIRST,
    isInSteps: /^-- in steps$/m.test(sql),
  };
}

/** The statements of a migration, without comments between them. A body in $$ stays whole. */
export function statementsOf(sql: string): string[] {
  const parts = sql.split(/(\$\w*\$)/);
  let [statements, open, current]: [string[], string | null, string] = [[], null, ""];
  for (const part of parts) {
    if (open !== null || /^\$\w*\$$/.test(part)) {
      open = open === null ? part : open === part ? null : open;
      current += part;
      continue;
    }
    const pieces = part.replace(/--.*$/gm, "").split(";");
    for (const piece of pieces.slice(0, -1)) {
      statements = [...statements, (current + piece).trim()];
      current = "";
    }
    current += pieces.at(-1) ?? "";
  }
  return [...statements, current.trim()].filter((statement) => statement !== "");
}

/** A row of `_prisma_migrations` that has not been rolled back. */
export interface AppliedMigration {
  name: string;
  checksum: string;
  isFinished: boolean;
  /** As in {@link Migration}; null in rows that the Prisma CLI or an older release wrote. */
  usableFrom?: string | null;
}

/** The database cannot be brought to this release's schema. The message says why and what to do. */
export class MigrationError extends Error {
  override readonly name: string = "MigrationError";
}

/** The database is of a release that this one cannot work on: another start of this release ends in the same way. */
export class OtherReleaseError extends MigrationError {
  override readonly name = "OtherReleaseError";
}

export const isOtherRelease = (error: unknown): boolean => error instanceof OtherReleaseError;
