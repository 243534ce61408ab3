"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type FieldValues, useForm, useWatch } from "react-hook-form";
import type { $ZodType, input } from "zod/v4/core";
import { toast } from "@/components/ui/toast-queue";
import type { Bilingual } from "@/lib/platform/language";
import { OFFLINE_TEXTS, PortalError, toPortalError } from "./error";
import type { AnswerSchema } from "./fetch";
import { doWhenCalm } from "./idle";
import { changedFields, type Divergence, divergenceOf, type Groups, groupOf, pickFields } from "./merge";
import { useInLanguage } from "./use-language";

/**
 * One request that the form makes: its schema checks the body before it is sent, in the server's words. A form is on its page
 * before anything is to be checked, so the schema is rather fetched than brought along.
 */
interface EditorRequest<Schema extends $ZodType> {
  schema: AnswerSchema<Schema>;
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
  chosen: Partial<Record<keyof Fields, Side>>;
}
export type Side = "mine" | "theirs";

/** A form's state, without what is known of its record only. */
export interface Editor<Fields extends object> {
  fields: Fields;
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
  /** Calls back when the fields may be sent; otherwise says what is wrong with them. */
  check: (onValid: () => void) => void;
  submit: () => void;
}

/** Problems of fields, by their paths. */
type Problems = Readonly<Record<string, Bilingual>>;
/** Finds the problems of a body, by the schema of its request. */
type Checker = (draft: Record<string, unknown>) => Problems;

/**
 * A form over a request's own schema. Only what was changed is sent. From the first attempt on, all fields are looked at again
 * with every change, so that what is mended is no longer marked; what the server said of a field stands until it changes. When
 * another person saved the record meanwhile, it is read again: untouched fields show what is there now, and of those that both
 * changed the reader chooses before saving.
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
  type Name = keyof Fields & string;
  const inLanguage = useInLanguage();
  const [stored, setStored] = useState<Read>(record);
  const [conflict, setConflict] = useState<Conflict<Fields> | null>(null);
  const [isUndecided, setUndecided] = useState(false);
  const [error, setError] = useState<PortalError | null>(null);
  /** From the first attempt on. */
  const [checker, setChecker] = useState<{ problemsIn: Checker } | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const isBusy = useRef(false);
  const [refused, setRefused] = useState<Problems>({});
  const [failures, setFailures] = useState(0);
  const [first] = useState(() => fieldsOf(record));
  const base = stored === null ? first : fieldsOf(stored);

  const changesIn = (fields: Fields) => changedFields(bodyOf(base) as Fields, bodyOf(fields) as Fields);
  /** The request as it would be sent, complete or not. */
  const draftOf = (fields: Fields): Record<string, unknown> => {
    const body = bodyOf(fields) as Fields;
    if (stored === null) return sendable(body);
    const changes = change?.isWhole ? body : pickFields(body, changesIn(fields), groups);
    return { version: stored.version, ...sendable(changes) };
  };
  const request = stored === null ? create : change;
  const { control, formState, getValues, setValue, handleSubmit, reset } = useForm<FieldValues>({
    defaultValues: first as FieldValues,
  });
  const fields = useWatch({ control }) as Fields;
  const loadChecker = async (): Promise<Checker> => {
    if (request === undefined) return () => ({});
    const [{ problemsIn }, schema] = await Promise.all([
      import("./check-draft"),
      typeof request.schema === "function" ? request.schema() : request.schema,
    ]);
    return (draft) => problemsIn(schema, draft);
  };
  const prepare = useEffectEvent(() => void doWhenCalm([loadChecker]));
  useEffect(() => prepare(), []);
  const problems = checker === null ? refused : { ...checker.problemsIn(draftOf(fields)), ...refused };

  const fail = () => setFailures((count) => count + 1);
  const write = (values: Partial<Fields>) => {
    for (const [name, value] of Object.entries(values)) setValue(name, value);
    setRefused((known) => without(known, Object.keys(values)));
    setError(null);
  };
  const rebase = (there: NonNullable<Read>) => {
    const values = { mine: getValues() as Fields, theirs: fieldsOf(there) };
    const bodies = { mine: bodyOf(values.mine) as Fields, theirs: bodyOf(values.theirs) as Fields };
    const present = bodyOf(base) as Fields;
    const changedByMe = changedFields(present, bodies.mine);
    setStored(there);
    setConflict({ ...divergenceOf(present, bodies, groups), values, chosen: {} });
    setUndecided(false);
    setChecker(null);
    setRefused({});
    reset({ ...values.theirs, ...pickFields(values.mine, changedByMe, groups) } as FieldValues);
  };
  const refuse = async (thrown: unknown) => {
    const refusal = toPortalError(thrown);
    if (refusal.code === "conflict" && stored !== null && change) return rebase(await change.read());
    setRefused(refusal.fields);
    setError(unmarkedIn(refusal.fields, fields, refusal));
    fail();
  };
  const check = async (onValid: (values: Fields) => void | Promise<void>) => {
    if (formState.isSubmitting || isBusy.current) return;
    isBusy.current = true;
    setPreparing(true);
    const problemsIn = await loadChecker()
      .catch(() => null)
      .finally(() => {
        isBusy.current = false;
        setPreparing(false);
      });
    if (problemsIn === null) {
      setError(new PortalError({ code: "offline", texts: OFFLINE_TEXTS }));
      return fail();
    }
    const open = conflict?.both.some((name) => conflict.chosen[name] === undefined) ?? false;
    const wrong = problemsIn(draftOf(getValues() as Fields));
    setUndecided(open);
    setChecker({ problemsIn });
    setRefused({});
    setError(unmarkedIn(wrong, fields));
    if (open || Object.keys(wrong).length > 0) return fail();
    void handleSubmit((values) => onValid(values as Fields))();
  };
  const finish = () => {
    if (said !== undefined) toast({ kind: "success", title: said });
    onSaved();
  };
  const send = async (values: Fields) => {
    if (stored !== null && changesIn(values).length === 0) return finish();
    const draft = draftOf(values);
    try {
      // The request's schema has just taken it.
      await request?.send(draft as input<CreateSchema> & input<ChangeSchema>);
    } catch (thrown) {
      return await refuse(thrown).catch((unread: unknown) => {
        setError(toPortalError(unread));
        fail();
      });
    }
    finish();
  };
  const decided = (known: Conflict<Fields>, names: readonly Name[], side: Side): Conflict<Fields> => ({
    ...known,
    chosen: { ...known.chosen, ...Object.fromEntries(names.map((name) => [groupOf(name, groups)[0], side])) },
  });
  const edit = (changes: Partial<Fields>) => {
    write(changes);
    // Writing on in view of the other's value is a choice.
    if (conflict !== null) {
      const mine = { ...conflict.values.mine, ...changes };
      const names = Object.keys(changes) as Name[];
      setConflict(decided({ ...conflict, values: { ...conflict.values, mine } }, names, "mine"));
    }
  };
  const errorAt = (path: string) => {
    const found = Object.entries(problems).find(([at]) => isWithin(at, path));
    return found && inLanguage(found[1]);
  };

  return {
    record: stored,
    fields,
    base,
    field: (name) => ({
      value: fields[name],
      onChange: (value) => edit({ [name]: value } as unknown as Partial<Fields>),
      errorMessage: errorAt(name),
    }),
    change: edit,
    errorAt,
    problems: Object.values(problems).map(inLanguage),
    isDirty: changesIn(fields).length > 0,
    isPending: isPreparing || formState.isSubmitting,
    error,
    failures,
    conflict,
    isUndecided,
    decide: (name, side) => {
      if (conflict === null) return;
      write(pickFields(conflict.values[side], [name], groups));
      setConflict(decided(conflict, [name], side));
    },
    check: (onValid) => void check(() => onValid()),
    submit: () => void check(send),
  };
}

/** Send NaN for an unfinished number so that the schema rejects it: an absent field would stay as it is. */
function sendable(body: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === undefined ? Number.NaN : value]),
  );
}

/** Whether a path is that of a field or of one of its parts. */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

function without(problems: Problems, fields: readonly string[]): Problems {
  const left = Object.entries(problems).filter(([path]) => !fields.some((field) => isWithin(path, field)));
  return Object.fromEntries(left);
}

/**
 * The error that no field of the form can show: a refusal that names none, in its own words, or the problem of a field that the form does
 * not have.
 */
function unmarkedIn(problems: Problems, fields: object, refusal?: PortalError): PortalError | null {
  const others = Object.values(without(problems, Object.keys(fields)));
  if (others.length === 0) return Object.keys(problems).length === 0 ? (refusal ?? null) : null;
  const join = (language: keyof Bilingual) => others.map((texts) => texts[language]).join(" ");
  return new PortalError({ code: refusal?.code ?? "validation", texts: { en: join("en"), ar: join("ar") } });
}
