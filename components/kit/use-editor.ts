"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { $ZodType, input } from "zod/v4/core";
import { toast } from "@/components/ui/toast-queue";
import type { Endpoint } from "@/lib/portal/contract";
import { OFFLINE_TEXTS, PortalError, toPortalError } from "./error";
import type { AnswerSchema } from "./fetch";
import {
  carriedOn,
  changedFields,
  type Divergence,
  divergenceOf,
  type Groups,
  groupOf,
  pickFields,
} from "./merge";
import { useInLanguage } from "./use-language";
import { isChoosingByItself } from "./use-only-option";
import { type Problems, unmarkedIn, useProblems, without } from "./use-problems";

/**
 * One request that the form makes: its schema checks the body before it is sent, in the server's words. A form is on its page
 * before anything is to be checked, so the schema is rather fetched than brought along.
 */
interface EditorRequest<Schema extends $ZodType> {
  schema: AnswerSchema<Schema>;
  /** Its permission, by which the form says whether a second person is needed. */
  act?: Endpoint["may"];
  send: (body: input<Schema>) => Promise<unknown>;
}

export interface EditorOptions<
  Read extends { version: number } | null,
  Fields extends object,
  CreateSchema extends $ZodType,
  ChangeSchema extends $ZodType,
> {
  /** The edited record, as it was read; null for a new one. */
  record: Read;
  /** Values of the fields. Every field has the name that it has in the request. */
  fieldsOf: (record: Read) => Fields;
  /** Values of the request, where they differ from the fields'. */
  bodyOf?: (fields: Fields) => { [Name in keyof Fields]?: unknown };
  /** Fields that are sent together, and of which one person's are taken as a whole. */
  groups?: Groups<keyof Fields & string>;
  create?: EditorRequest<CreateSchema>;
  /**
   * Sends the version that was read and the fields that were changed, or all of them where the request `isWhole`. `read`
   * gives the record as it is now.
   */
  change?: EditorRequest<ChangeSchema> & { read: () => Promise<NonNullable<Read>>; isWhole?: boolean };
  /** The message after it was saved, or when there was nothing to save. */
  said?: string;
  onSaved: () => void;
}

/** Another person saved the record while it was edited. */
export interface Conflict<Fields extends object> extends Divergence<keyof Fields & string> {
  /** The fields as another person left them, and as the reader of this page had them. */
  values: Record<Side, Fields>;
  chosen: { [Name in keyof Fields & string]?: Side };
  /** Found by an attempt to save, not by reading. */
  isRefused: boolean;
}
export type Side = "mine" | "theirs";

/** A form's state, without what is known of its record only. */
export interface Editor<Fields extends object> {
  fields: Fields;
  /** The permission of the request, where the form tells it. */
  act: Endpoint["may"] | undefined;
  /** As the record was read last. */
  base: Fields;
  /** Properties of a field: its value, its handler, its problem. */
  field: <Name extends keyof Fields & string>(
    name: Name,
  ) => {
    value: Fields[Name];
    onChange: (value: Fields[Name]) => void;
    errorMessage: string | undefined;
  };
  change: (changes: Partial<Fields>) => void;
  /** Problem of a part of a field, such as `rate.burst`. */
  errorAt: (path: string) => string | undefined;
  /** All that is wrong with fields. */
  problems: readonly string[];
  isDirty: boolean;
  isPending: boolean;
  /** Refusal of the last attempt, where it names no field. */
  error: PortalError | null;
  /** Grows with every attempt that failed. */
  failures: number;
  conflict: Conflict<Fields> | null;
  /** True when it was tried to save before every conflict was decided. */
  isUndecided: boolean;
  decide: (name: keyof Fields & string, side: Side) => void;
  /** Calls back when the fields may be sent, `also` with them, whatever is wrong with those `besides`; otherwise says what is wrong. */
  check: CheckEditor<Fields>;
  /** Sends these as well, and then even when nothing was changed. */
  submit: (also?: object) => void;
}

type CheckEditor<Fields extends object> = (
  onValid: (values: Fields) => unknown,
  besides?: readonly (keyof Fields & string)[],
  also?: object,
) => void;

/**
 * A form over a request's own schema. Only what was changed is sent. From the first attempt on, all fields are looked at again
 * with every change, so that what is mended is no longer marked; what the server said of a field stands until it changes. When
 * another person saved the record meanwhile, untouched fields show what is there now, and of those that both changed the reader
 * chooses before saving. The editor learns of it from a newer `record`, or from the refusal of its own attempt.
 */
export function useEditor<
  Read extends { version: number } | null,
  Fields extends object,
  CreateSchema extends $ZodType = $ZodType,
  ChangeSchema extends $ZodType = $ZodType,
>({
  record,
  fieldsOf,
  bodyOf = (fields) => fields,
  groups = [],
  create,
  change,
  said,
  onSaved,
}: EditorOptions<Read, Fields, CreateSchema, ChangeSchema>): Editor<Fields> & { record: Read } {
  const inLanguage = useInLanguage();
  const [stored, setStored] = useState<Read>(record);
  const [error, setError] = useState<PortalError | null>(null);
  const [failures, setFailures] = useState(0);
  const [first, setFirst] = useState(() => fieldsOf(record));
  /** The fields as they were saved here, until the saved record comes. */
  const saved = useRef<Fields | null>(null);
  const base = stored === null ? first : fieldsOf(stored);
  const bodyIn = (fields: Fields) => bodyOf(fields) as Fields;
  const changesIn = (fields: Fields) => changedFields(bodyIn(base), bodyIn(fields));
  /** The request as it would be sent, complete or not. */
  const draftOf = (fields: Fields): Record<string, unknown> => {
    const body = bodyIn(fields);
    if (stored === null) return sendable(body);
    const changes = change?.isWhole ? body : pickFields(body, changesIn(fields), groups);
    return { version: stored.version, ...sendable(changes) };
  };
  const request = stored === null ? create : change;
  const { fields, newest, put } = useNewest(first);
  const [isSending, sending] = useSending();
  const problems = useProblems(request?.schema, () => draftOf(fields));
  const conflicts = useConflict<Fields>(groups);
  const { conflict } = conflicts;
  const refuse = (refusal: PortalError, wrong: Problems = refusal.fields) => {
    setError(unmarkedIn(wrong, fields, refusal));
    setFailures((count) => count + 1);
  };
  const write = (values: Partial<Fields>) => {
    put({ ...newest(), ...values });
    problems.forget(Object.keys(values));
    setError(null);
  };
  const rebase = (there: NonNullable<Read>, isRefused: boolean) => {
    const mine = newest();
    const theirs = fieldsOf(there);
    const bodies = { mine: bodyIn(mine), theirs: bodyIn(theirs) };
    const known = bodyIn(saved.current ?? base);
    const divergence = divergenceOf(known, bodies, groups);
    const changedByMe = changedFields(known, bodies.mine);
    // Where the other one's value was chosen, the own one is known to the question only.
    const asked = conflict && pickFields(conflict.values.mine, conflict.both, groups);
    const values = { mine: { ...mine, ...asked }, theirs };
    const differing = (one: Fields, other: Fields) => {
      const names = new Set(changedFields(one, other).map((name) => groupOf(name, groups)[0]));
      return (name: keyof Fields & string) => names.has(name);
    };
    const question = carriedOn(saved.current === null ? conflict : null, divergence, {
      differs: differing(bodyIn(values.mine), bodies.theirs),
      isNew: differing(known, bodies.theirs),
    });
    const isUnseen = divergence.theirs.length > 0 && changedByMe.length > 0 && saved.current === null;
    saved.current = null;
    setStored(there);
    problems.forgetAll();
    put({ ...theirs, ...pickFields(mine, changedByMe, groups) });
    conflicts.meet((isRefused || isUnseen || question.both.length > 0) && { ...question, values, isRefused });
  };
  const follow = useEffectEvent(() => {
    const isNewer = record !== null && stored !== null && record.version > stored.version;
    if (isNewer && !isSending) rebase(record, false);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record is looked at when nothing is being sent.
  useEffect(() => follow(), [record?.version, isSending]);
  const check: CheckEditor<Fields> = async (onValid, besides = [], also = {}) => {
    if (isSending) return;
    const wrong = await problems.check(() => draftOf(newest()), also);
    if (wrong === "busy") return;
    if (wrong === "offline") return refuse(new PortalError({ code: "offline", texts: OFFLINE_TEXTS }));
    setError(unmarkedIn(wrong, fields));
    const isDecided = conflicts.isDecided();
    if (!isDecided || Object.keys(without(wrong, besides)).length > 0)
      return setFailures((count) => count + 1);
    await sending(() => onValid(newest()));
  };
  const send = async (values: Fields, also: object) => {
    const body = { ...draftOf(values), ...also };
    try {
      // The request's schema has just taken it.
      if (stored === null || changesIn(values).length > 0 || Object.keys(also).length > 0) {
        await request?.send(body as input<CreateSchema> & input<ChangeSchema>);
        saved.current = values;
      }
    } catch (thrown) {
      const refusal = toPortalError(thrown);
      if (refusal.code !== "conflict" || stored === null || !change) {
        problems.refuse(refusal.fields);
        return refuse(refusal);
      }
      return await change.read().then(
        (there) => rebase(there, true),
        (unread: unknown) => refuse(toPortalError(unread), {}),
      );
    }
    if (said !== undefined) toast({ kind: "success", title: said });
    onSaved();
  };
  const edit = (changes: Partial<Fields>) => {
    write(changes);
    // A new record begins with what there was no choice about.
    if (isChoosingByItself()) setFirst((begun) => ({ ...begun, ...changes }));
    // Writing on in view of the other's value is a choice.
    conflicts.choose(Object.keys(changes) as (keyof Fields & string)[], "mine", changes);
  };
  return {
    record: stored,
    act: request?.act,
    fields,
    base,
    field: (name) => ({
      value: fields[name],
      onChange: (value) => edit({ [name]: value } as unknown as Partial<Fields>),
      errorMessage: problems.at(name),
    }),
    change: edit,
    errorAt: problems.at,
    problems: Object.values(problems.all).map(inLanguage),
    isDirty: changesIn(fields).length > 0,
    isPending: problems.isChecking || isSending,
    error,
    failures,
    conflict,
    isUndecided: conflicts.isUndecided,
    decide: (name, side) => {
      if (conflict === null) return;
      write(pickFields(conflict.values[side], [name], groups));
      conflicts.choose([name], side);
    },
    check,
    submit: (also = {}) => check((values) => send(values, also), [], also),
  };
}

/** Values, and how they are before React has drawn what was put. */
function useNewest<Values>(first: Values) {
  const [fields, setFields] = useState(first);
  const kept = useRef(first);
  const put = (values: Values) => {
    kept.current = values;
    setFields(values);
  };
  return { fields, newest: () => kept.current, put };
}

/** Whether a request is being sent, and the way to send one: not while another is. */
function useSending() {
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);
  const sending = async (send: () => unknown) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSending(true);
    try {
      await send();
    } finally {
      isBusy.current = false;
      setSending(false);
    }
  };
  return [isSending, sending] as const;
}

/** Changes of another person beside one's own, and the choices between them. */
function useConflict<Fields extends object>(groups: Groups<keyof Fields & string>) {
  type Name = keyof Fields & string;
  const [conflict, setConflict] = useState<Conflict<Fields> | null>(null);
  const [isUndecided, setUndecided] = useState(false);
  return {
    conflict,
    isUndecided,
    meet: (met: Conflict<Fields> | false) => {
      setConflict(met || null);
      setUndecided(false);
    },
    choose: (names: readonly Name[], side: Side, changes: Partial<Fields> = {}) =>
      setConflict(
        (known) =>
          known && {
            ...known,
            values: { ...known.values, mine: { ...known.values.mine, ...changes } },
            chosen: {
              ...known.chosen,
              ...Object.fromEntries(names.map((name) => [groupOf(name, groups)[0], side])),
            },
          },
      ),
    /** Whether every choice is made; marks the open ones. */
    isDecided: () => {
      const isOpen = conflict?.both.some((name) => conflict.chosen[name] === undefined) ?? false;
      setUndecided(isOpen);
      return !isOpen;
    },
  };
}

/** Send NaN for an unfinished number so that the schema rejects it: an absent field would stay as it is. */
function sendable(body: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === undefined ? Number.NaN : value]),
  );
}
