import { type AdminActor, isOwnMerchant } from "./actor";
import { type Act, lockRow, requireVersionIfNamed, type Transaction } from "./administer";
import type { AuditSubject } from "./audit-log";
import { defined } from "./defined";
import { AdminError } from "./errors";

type Noted = Readonly<Record<string, unknown>>;
interface Versioned {
  id: number;
  version: number;
  isActive?: boolean;
}

/** A declared record (lib/portal/record.ts). */
interface Declared<Row, View> {
  names: readonly string[];
  view(row: Row, now: Date): View;
}

/** Methods of Prisma's delegate of the record's table. */
interface Table<Row> {
  findUnique(query: { where: { id: number } }): PromiseLike<Row | null>;
  create(query: { data: never }): PromiseLike<Row>;
  update(query: { where: { id: number }; data: never }): PromiseLike<Row>;
}

interface RecordKind<Row, View> {
  subject: AuditSubject;
  table: (tx: Transaction) => Table<Row>;
  record: Declared<Row, View>;
  /** The merchant whose admins alone see the record and its audit rows; without it the record is the programme's. */
  merchantIdOf?: (record: View) => number | null;
  /** The audit log's copy: all of the record, unless said otherwise. */
  snapshot?: (record: View) => Record<string, unknown>;
  /** False: no process remembers such records, and nobody is told of changes. */
  isRemembered?: boolean;
}

/**
 * The acts that every record has, to be called in {@link administer}: each locks the row before it reads, compares the version, writes
 * the audit row and announces the change.
 */
export function recordActs<
  Row extends object,
  View extends Versioned,
  Data extends object = { [Name in Exclude<keyof View, "id" | "version">]?: View[Name] | undefined },
>({
  subject,
  table,
  record: { names, view },
  merchantIdOf,
  snapshot = (of): Record<string, unknown> => ({ ...(of as object) }),
  isRemembered = true,
}: RecordKind<Row, View>) {
  /** `noted`: facts of the act that the record does not show. */
  async function write(act: Act, before: View | null, after: View, noted: Noted): Promise<View> {
    await act.record({
      subject,
      subjectId: after.id,
      merchantId: merchantIdOf?.(after) ?? null,
      before: before && snapshot(before),
      after: { ...snapshot(after), ...defined(noted) },
    });
    if (isRemembered) await act.announce(subject, after.id);
    return after;
  }

  const stamp = (name: string, now: Date) => names.includes(name) && { [name]: now };

  /** @throws AdminError not_found for none, and for that of a foreign merchant */
  function requireOwn(row: Row | null, actor: AdminActor, now: Date): View {
    const found = row && view(row, now);
    if (found === null || (merchantIdOf && !isOwnMerchant(actor, merchantIdOf(found))))
      throw new AdminError("not_found", { subject });
    return found;
  }

  /** @throws AdminError not_found; conflict when the record has another version than the one that was read */
  async function lock({ tx, actor, now }: Act, id: number, version?: number): Promise<View> {
    await lockRow(tx, subject, id);
    const found = requireOwn(await table(tx).findUnique({ where: { id } }), actor, now);
    requireVersionIfNamed(subject, found.version, version);
    return found;
  }

  async function change(act: Act, before: View, data: Data, noted: Noted = {}): Promise<View> {
    const written = { ...data, version: { increment: 1 }, ...stamp("updatedAt", act.now) };
    const query = { where: { id: before.id }, data: written as never };
    return write(act, before, view(await table(act.tx).update(query), act.now), noted);
  }

  return {
    requireOwn,
    lock,
    change,
    /** Takes a record into or out of use; one that is so already stays as it is. `also` is done before, where it is not. */
    switchTo: async (
      act: Act,
      { id, version, isActive }: { id: number; version?: number | undefined; isActive: boolean },
      also?: () => Promise<unknown>,
    ): Promise<View> => {
      const found = await lock(act, id, version);
      if (found.isActive === isActive) return found;
      await also?.();
      return change(act, found, { isActive } as Data);
    },
    create: async (act: Act, data: object, noted: Noted = {}) => {
      const written = { ...data, ...stamp("createdAt", act.now), ...stamp("updatedAt", act.now) };
      return write(act, null, view(await table(act.tx).create({ data: written as never }), act.now), noted);
    },
  };
}
