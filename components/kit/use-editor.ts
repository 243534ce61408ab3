"use client";

import { useState } from "react";
import { type FieldErrors, type FieldValues, get, set, useForm, useWatch } from "react-hook-form";
import { type $ZodType, type input, safeParse } from "zod/v4/core";
import { fieldProblems } from "@/lib/portal/wire/field-problems";
import { type PortalError, toPortalError } from "./error";
import { changedFields, type Divergence, divergenceOf, type Groups, groupOf, pickFields } from "./merge";
import { useErrorText, useInLanguage } from "./use-language";

/** One request that the form makes: its schema checks the body before it is sent, in the server's words. */
interface EditorRequest<Schema extends $ZodType> {
  schema: Schema;
  send: (body: input<Schema>) => Promise<unknown>;
}

export interface EditorOptions<
  Read extends { version: number } | null,
  Fields extends object,
  CreateSchema extends $ZodType,
  ChangeSchema extends $ZodType,
> {
  /** What is edited, as it was read; null for something new. */
  record: Read;
  /** What the fields show of it. Every field has the name that it has in the request. */
  fieldsOf: (record: Read) => Fields;
  /** What the fields mean in the request, where that is not what they show. */
  bodyOf?: (fields: Fields) => { [Name in keyof Fields]?: unknown };
  /** Fields that are sent together, and of which one person's are taken as a whole. */
  groups?: Groups<keyof Fields & string>;
  create?: EditorRequest<CreateSchema>;
  /**
   * Sends the version that was read and the fields that were changed, or all of them where the request `isWhole`. `read`
   * gives the record as it is now.
   */
  change?: EditorRequest<ChangeSchema> & { read: () => Promise<NonNullable<Read>>; isWhole?: boolean };
  /** After it was saved, or when there was nothing to save. */
  onSaved: () => void;
}

/** Somebody else saved the record while it was edited. */
export interface Conflict<Fields extends object> extends Divergence<keyof Fields & string> {
  /** The fields as somebody else left them, and as the reader of this page had them. */
  values: Record<Side, Fields>;
  chosen: Partial<Record<keyof Fields, Side>>;
}
export type Side = "mine" | "theirs";

/** A form's state, without what is known of its record only. */
export interface Editor<Fields extends object> {
  fields: Fields;
  /** As the record was read last. */
  base: Fields;
  /** What a field needs: its value, what changes it, what is wrong with it. */
  field: <Name extends keyof Fields & string>(
    name: Name,
  ) => {
    value: Fields[Name];
    onChange: (value: Fields[Name]) => void;
    errorMessage: string | undefined;
  };
  change: (changes: Partial<Fields>) => void;
  /** What is wrong with a part of a field, such as `rate.burst`. */
  errorAt: (path: string) => string | undefined;
  isDirty: boolean;
  isPending: boolean;
  /** What the last attempt came to, where no field says it. */
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

/**
 * A form over a request's own schema. Only what was changed is sent. When somebody else saved the record meanwhile, it is
 * read again: untouched fields show what is there now, and of those that both changed the reader chooses before saving.
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
  onSaved,
}: EditorOptions<Read, Fields, CreateSchema, ChangeSchema>): Editor<Fields> & { record: Read } {
  type Name = keyof Fields & string;
  const inLanguage = useInLanguage();
  const { fieldTextOf } = useErrorText();
  const [stored, setStored] = useState<Read>(record);
  const [conflict, setConflict] = useState<Conflict<Fields> | null>(null);
  const [isUndecided, setUndecided] = useState(false);
  const [error, setError] = useState<PortalError | null>(null);
  const [failures, setFailures] = useState(0);
  const [first] = useState(() => fieldsOf(record));
  const base = stored === null ? first : fieldsOf(stored);

  const changesIn = (fields: Fields) => changedFields(bodyOf(base) as Fields, bodyOf(fields) as Fields);
  /** What would be sent, whether it may be or not. */
  const draftOf = (fields: Fields): Record<string, unknown> => {
    const body = bodyOf(fields) as Fields;
    if (stored === null) return sendable(body);
    const changes = change?.isWhole ? body : pickFields(body, changesIn(fields), groups);
    return { version: stored.version, ...sendable(changes) };
  };
  const request = stored === null ? create : change;
  const { control, formState, getValues, setValue, handleSubmit, reset, ...form } = useForm<FieldValues>({
    defaultValues: first as FieldValues,
    resolver: (values) => {
      if (request === undefined) return { values, errors: {} };
      const draft = draftOf(values as Fields);
      const { error: refused } = safeParse(request.schema, draft);
      const errors: FieldErrors = {};
      for (const [path, texts] of Object.entries(refused ? fieldProblems(refused, draft) : {}))
        set(errors, path, { type: "schema", message: inLanguage(texts) });
      return refused ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const fields = useWatch({ control }) as Fields;

  const fail = () => setFailures((count) => count + 1);
  const write = (values: Partial<Fields>) => {
    for (const [name, value] of Object.entries(values))
      setValue(name, value, { shouldValidate: formState.isSubmitted });
  };
  const rebase = (there: NonNullable<Read>) => {
    const values = { mine: getValues() as Fields, theirs: fieldsOf(there) };
    const bodies = { mine: bodyOf(values.mine) as Fields, theirs: bodyOf(values.theirs) as Fields };
    const present = bodyOf(base) as Fields;
    const changedByMe = changedFields(present, bodies.mine);
    setStored(there);
    setConflict({ ...divergenceOf(present, bodies, groups), values, chosen: {} });
    setUndecided(false);
    reset({ ...values.theirs, ...pickFields(values.mine, changedByMe, groups) } as FieldValues);
  };
  const refuse = async (thrown: unknown) => {
    const refusal = toPortalError(thrown);
    if (refusal.code === "conflict" && stored !== null && change) return rebase(await change.read());
    const landed = Object.keys(refusal.fields).filter((path) => (path.split(".")[0] ?? "") in fields);
    for (const path of landed)
      form.setError(path, { type: "server", message: fieldTextOf(refusal, path) ?? "" });
    if (landed.length === 0) setError(refusal);
    fail();
  };
  const check = (onValid: (values: Fields) => void | Promise<void>) => {
    if (formState.isSubmitting) return;
    setError(null);
    const open = conflict?.both.some((name) => conflict.chosen[name] === undefined) ?? false;
    setUndecided(open);
    if (open) return fail();
    void handleSubmit((values) => onValid(values as Fields), fail)();
  };
  const send = async (values: Fields) => {
    if (stored !== null && changesIn(values).length === 0) return onSaved();
    const draft = draftOf(values);
    try {
      // The request's schema has just taken it.
      await request?.send(draft as input<CreateSchema> & input<ChangeSchema>);
    } catch (thrown) {
      return await refuse(thrown).catch((unread: unknown) => setError(toPortalError(unread)));
    }
    onSaved();
  };
  const decided = (known: Conflict<Fields>, names: readonly Name[], side: Side): Conflict<Fields> => ({
    ...known,
    chosen: { ...known.chosen, ...Object.fromEntries(names.map((name) => [groupOf(name, groups)[0], side])) },
  });
  const edit = (changes: Partial<Fields>) => {
    write(changes);
    // Whoever goes on writing in view of the other's value has chosen.
    if (conflict !== null) {
      const mine = { ...conflict.values.mine, ...changes };
      const names = Object.keys(changes) as Name[];
      setConflict(decided({ ...conflict, values: { ...conflict.values, mine } }, names, "mine"));
    }
  };
  const errorAt = (path: string) => messageIn(get(formState.errors, path));

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
    isDirty: changesIn(fields).length > 0,
    isPending: formState.isSubmitting,
    error,
    failures,
    conflict,
    isUndecided,
    decide: (name, side) => {
      if (conflict === null) return;
      write(pickFields(conflict.values[side], [name], groups));
      setConflict(decided(conflict, [name], side));
    },
    check: (onValid) => check(() => onValid()),
    submit: () => check(send),
  };
}

/** What is no number yet is sent as none, so that the schema refuses it: what is absent would stay as it is. */
function sendable(body: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === undefined ? Number.NaN : value]),
  );
}

/** The first message of a field or of its parts. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error)
    .map(messageIn)
    .find((message) => message !== undefined);
}
