"use client";

import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react";
import { ChangeMeanwhile } from "./change-meanwhile";
import { useBegun } from "./use-begun-act";

interface Identified {
  id: number | string;
  version?: number;
}

/** Opens the form of a record, or a dialog of no record. */
export type OpenForm<Row, Form extends string, Dialog extends string> = (
  ...[name, record]: [name: Form, record: Row] | [name: Dialog]
) => void;

/** How a form closes, and leads to another one. */
export interface FormWays<Row, Form extends string, Dialog extends string> {
  close: () => void;
  open: OpenForm<Row, Form, Dialog>;
}

export interface FormsOf<Row, Form extends string, Dialog extends string> {
  /** All records as they were read, whatever is shown of them; undefined until then. */
  rows: readonly Row[] | undefined;
  /** Forms of one record, which is given as it was read last. */
  forms?: { readonly [name in Form]: (record: Row, ways: FormWays<Row, Form, Dialog>) => ReactNode };
  /** Dialogs of no record. Those that the page's address names (`?act=new`) open by themselves. */
  dialogs?: { readonly [name in Dialog]: (ways: FormWays<Row, Form, Dialog>) => ReactNode };
  /** Opens the record that the page's address names (`?act=12`). */
  onNamed?: (record: Row, open: OpenForm<Row, Form, Dialog>) => void;
}

interface Opened<Row> {
  name: string;
  record: Row | null;
  /** The version that the user has agreed to act on. */
  agreed: number | undefined;
}

/**
 * The open form over the records of a page. Its record is found by id in the rows: each form follows its record, and asks
 * before an act on a record that was changed meanwhile. A record that has left the list stays as it was read last.
 */
export function useForms<Row extends Identified, Form extends string = never, Dialog extends string = never>({
  rows,
  forms,
  dialogs,
  onNamed,
}: FormsOf<Row, Form, Dialog>): { open: OpenForm<Row, Form, Dialog>; form: ReactNode } {
  const [opened, setOpened] = useState<Opened<Row> | null>(null);
  const [named, setNamed] = useState<string | null>(null);
  const open: OpenForm<Row, Form, Dialog> = (...[name, record]) => {
    setNamed(null);
    setOpened({ name, record: record ?? null, agreed: record?.version });
  };
  const ways = { open, close: () => setOpened(null) };
  const isDialog = (act: string): act is Dialog => dialogs !== undefined && Object.hasOwn(dialogs, act);
  useBegun(
    (act) => isDialog(act) || (onNamed !== undefined && /^\d{1,9}$/.test(act)),
    (act) => (isDialog(act) ? open(act) : setNamed(act)),
  );
  const found = named === null ? undefined : rows?.find(({ id }) => String(id) === named);
  const begin = useEffectEvent(() => {
    if (found === undefined) return;
    setNamed(null);
    onNamed?.(found, open);
  });
  useEffect(() => {
    if (found !== undefined) begin();
  }, [found]);
  const before = opened?.record;
  const read = before && rows?.find(({ id }) => id === before.id);
  // A form's saved record may be newer than the list's.
  const isOlder = (read?.version ?? 0) < (before?.version ?? 0);
  const record = (isOlder ? null : read) ?? before ?? null;
  if (opened && record !== opened.record) setOpened({ ...opened, record });
  const isChanged = record?.version !== opened?.agreed;
  const change = useMemo(
    () =>
      isChanged ? { agree: () => setOpened((now) => now && { ...now, agreed: now.record?.version }) } : null,
    [isChanged],
  );
  const draw = (name: string) =>
    record ? forms?.[name as Form](record, ways) : dialogs?.[name as Dialog](ways);
  return { open, form: opened && <ChangeMeanwhile value={change}>{draw(opened.name)}</ChangeMeanwhile> };
}
