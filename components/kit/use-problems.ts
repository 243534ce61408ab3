import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { $ZodType } from "zod/v4/core";
import type { Bilingual } from "@/lib/platform/language";
import { PortalError } from "./error";
import type { AnswerSchema } from "./fetch";
import { doWhenCalm } from "./idle";
import { useInLanguage } from "./use-language";

/** Problems of fields, by their paths. */
export type Problems = Readonly<Record<string, Bilingual>>;
/** Finds the problems of a body, by the schema of its request. */
type Checker = (draft: Record<string, unknown>) => Problems;

/** Problems of a draft: by its request's schema from the first check on, and as the server found them. */
export function useProblems(
  schema: AnswerSchema<$ZodType> | undefined,
  draft: () => Record<string, unknown>,
) {
  const inLanguage = useInLanguage();
  const [checker, setChecker] = useState<{ problemsIn: Checker } | null>(null);
  const [isChecking, setChecking] = useState(false);
  const isBusy = useRef(false);
  const [refused, setRefused] = useState<Problems>({});
  const load = async (): Promise<Checker> => {
    if (schema === undefined) return () => ({});
    const [{ problemsIn }, known] = await Promise.all([
      import("./check-draft"),
      typeof schema === "function" ? schema() : schema,
    ]);
    return (body) => problemsIn(known, body);
  };
  const prepare = useEffectEvent(() => void doWhenCalm([load]));
  useEffect(() => prepare(), []);
  const all = checker === null ? refused : { ...checker.problemsIn(draft()), ...refused };
  return {
    all,
    isChecking,
    at: (path: string) => {
      const found = Object.entries(all).find(([at]) => isWithin(at, path));
      return found && inLanguage(found[1]);
    },
    refuse: setRefused,
    forget: (names: readonly string[]) => setRefused((known) => without(known, names)),
    forgetAll: () => {
      setChecker(null);
      setRefused({});
    },
    /** With `also` the draft is looked at as if these were sent with it, until the next check. */
    check: async (
      draftNow: () => Record<string, unknown>,
      also: object,
    ): Promise<Problems | "busy" | "offline"> => {
      if (isBusy.current) return "busy";
      isBusy.current = true;
      setChecking(true);
      const problemsIn = await load()
        .catch(() => null)
        .finally(() => {
          isBusy.current = false;
          setChecking(false);
        });
      if (problemsIn === null) return "offline";
      const checkerNow: Checker = (body) => problemsIn({ ...body, ...also });
      setChecker({ problemsIn: checkerNow });
      setRefused({});
      return checkerNow(draftNow());
    },
  };
}

/** Whether a path is that of a field or of one of its parts. */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

export function without(problems: Problems, fields: readonly string[]): Problems {
  const left = Object.entries(problems).filter(([path]) => !fields.some((field) => isWithin(path, field)));
  return Object.fromEntries(left);
}

/**
 * The error that no field of the form can show: a refusal that names none, in its own words, or the problem of a field that the form does
 * not have.
 */
export function unmarkedIn(problems: Problems, fields: object, refusal?: PortalError): PortalError | null {
  const others = Object.values(without(problems, Object.keys(fields)));
  if (others.length === 0) return Object.keys(problems).length === 0 ? (refusal ?? null) : null;
  const join = (language: keyof Bilingual) => others.map((texts) => texts[language]).join(" ");
  return new PortalError({ code: refusal?.code ?? "validation", texts: { en: join("en"), ar: join("ar") } });
}
