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

interface OwnRecord<Row, View> {
  subject: AuditSubject;
  find: (tx: Transaction, id: number) => PromiseLike<Row | null>;
  view: (row: Row, now: Date) => View;
  /** The merchant whose admins alone see the record and its audit rows; without it the record is the programme's. */
  merchantIdOf?: ((record: View) => number | null) | undefined;
  /** The audit log's copy: all of the record, unless said otherwise. */
  snapshot?: ((record: View) => Record<string, unknown>) | undefined;
  /** False: no process remembers such records, and nobody is told of changes. */
  isRemembered?: boolean | undefined;
}

/** Access, lock and audit row of a record, to be called in {@link administer}. */
export function ownRecord<Row extends object, View extends Versioned>({
  subject,
  find,
  view,
  merchantIdOf,
  snapshot = (of): Record<string, unknown> => ({ ...(of as object) }),
  isRemembered = true,
}: OwnRecord<Row, View>) {
  /** @throws AdminError not_found for none, and for that of a foreign merchant */
  function requireOwn(row: Row | null, actor: AdminActor, now: Date): View {
    const found = row && view(row, now);
    if (found === null || (merchantIdOf && !isOwnMerchant(actor, merchantIdOf(found))))
      throw new AdminError("not_found", { subject });
    return found;
  }

  return {
    requireOwn,
    /** @throws AdminError not_found; conflict when the record has another version than the one that was read */
    lock: async ({ tx, actor, now }: Act, id: number, version?: number): Promise<View> => {
      await lockRow(tx, subject, id);
      const found = requireOwn(await find(tx, id), actor, now);
      requireVersionIfNamed(subject, found.version, version);
      return found;
    },
    /** Writes the audit row of an act and announces it. `noted`: facts of the act that the record does not show. */
    tell: async <After extends View | null>(
      act: Act,
      { before, after, ...noted }: { before: View | null; after: After } & Noted,
    ): Promise<After> => {
      const told = (after ?? before) as View;
      await act.record({
        subject,
        subjectId: told.id,
        merchantId: merchantIdOf?.(told) ?? null,
        before: before && snapshot(before),
        after: after && { ...snapshot(after), ...defined(noted) },
      });
      if (isRemembered) await act.announce(subject, told.id);
      return after;
    },
  };
}

interface RecordKind<Row, View> extends Omit<OwnRecord<Row, View>, "find" | "view"> {
  table: (tx: Transaction) => Table<Row>;
  record: Declared<Row, View>;
}

/**
 * The acts that every record has, to be called in {@link administer}: each locks the row before it reads, compares the version, writes
 * the audit row and announces the change.
 */
export function recordActs<
  Row extends object,
  View extends Versioned,
  Data extends object = { [Name in Exclude<keyof View, "id" | "version">]?: View[Name] | undefined },
>({ table, record: { names, view }, ...kind }: RecordKind<Row, View>) {
  const { requireOwn, lock, tell } = ownRecord<Row, View>({
    ...kind,
    view,
    find: (tx, id) => table(tx).findUnique({ where: { id } }),
  });
  const stamp = (name: string, now: Date) => names.includes(name) && { [name]: now };

  async function change(act: Act, before: View, data: Data, noted: Noted = {}): Promise<View> {
    const written = { ...data, version: { increment: 1 }, ...stamp("updatedAt", act.now) };
    const query = { where: { id: before.id }, data: written as never };
    return tell(act, { ...noted, before, after: view(await table(act.tx).update(query), act.now) });
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
      const row = await table(act.tx).create({ data: written as never });
      return tell(act, { ...noted, before: null, after: view(row, act.now) });
    },
  };
}
