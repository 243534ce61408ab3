import { type Act, lockRow, requireVersionIfNamed, type Transaction } from "./administer";
import type { AuditSubject } from "./audit-log";
import { AdminError } from "./errors";

interface Versioned {
  id: number;
  version: number;
}

/** Methods of Prisma's delegate of the record's table. */
interface Table<Row> {
  findUnique(query: { where: { id: number } }): PromiseLike<Row | null>;
  create(query: { data: never }): PromiseLike<Row>;
  update(query: { where: { id: number }; data: never }): PromiseLike<Row>;
}

/**
 * The acts that every record has, to be called in {@link administer}: each locks the row before it reads, compares the version, writes
 * the audit row and announces the change. `view` is what the audit log keeps of a row.
 */
export function recordActs<Row extends object, View extends Versioned>({
  subject,
  table,
  view,
  merchantIdOf = () => null,
}: {
  subject: AuditSubject;
  table: (tx: Transaction) => Table<Row>;
  view: (row: Row) => View;
  /** The merchant whose admins read the audit row; without it the programme's operators alone do. */
  merchantIdOf?: (record: View) => number | null;
}) {
  async function write({ record, announce }: Act, before: View | null, after: View): Promise<View> {
    await record({
      subject,
      subjectId: after.id,
      merchantId: merchantIdOf(after),
      before: before && { ...(before as object) },
      after: { ...(after as object) },
    });
    await announce(subject, after.id);
    return after;
  }

  /** @throws AdminError not_found; conflict when the record has another version than the one that was read */
  async function lock({ tx }: Act, id: number, version?: number): Promise<View> {
    await lockRow(tx, subject, id);
    const row = await table(tx).findUnique({ where: { id } });
    if (row === null) throw new AdminError("not_found", { subject });
    const found = view(row);
    requireVersionIfNamed(subject, found.version, version);
    return found;
  }

  async function change(act: Act, before: View, data: Partial<Omit<View, "id" | "version">>): Promise<View> {
    const query = { where: { id: before.id }, data: { ...data, version: { increment: 1 } } as never };
    return write(act, before, view(await table(act.tx).update(query)));
  }

  return {
    lock,
    change,
    create: async (act: Act, data: object) =>
      write(act, null, view(await table(act.tx).create({ data: data as never }))),
  };
}
