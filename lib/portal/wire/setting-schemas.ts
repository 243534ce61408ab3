import * as z from "zod/mini";
import { isWithin, namesOf, type Setting, type Settings, type Values } from "@/lib/ledger/rules/setting";
import { isTimeZone } from "@/lib/platform/time";
import type { FieldProblem } from "./problems";
import { safe } from "./safe-text";

type Schemas<All extends Settings> = { [Name in keyof All]: z.ZodMiniType<Values<All>[Name]> };
type Optional<All extends Settings> = { [Name in keyof All]: z.ZodMiniOptional<Schemas<All>[Name]> };

/** Settings as a form sends them; an absent one stays as it is. */
export const writtenSettings = <All extends Settings>(settings: All) =>
  schemasOf(settings, (setting) => z.optional(writtenSchema(setting))) as Optional<All>;

/** Settings as pages are told of them, also where the database has a value that no form would send. */
export const shownSettings = <All extends Settings>(settings: All) =>
  schemasOf(settings, shownSchema) as Schemas<All>;

function schemasOf(settings: Settings, schemaOf: (setting: Setting) => z.ZodMiniType) {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, schemaOf(setting)]));
}

function shownSchema(setting: Setting): z.ZodMiniType {
  switch (setting.kind) {
    case "whole":
      return setting.initial === null ? z.nullable(z.int()) : z.int();
    case "flag":
      return z.boolean();
    case "choice":
      return z.enum(setting.options);
    case "weekdays":
      return z.array(z.int());
    default:
      return z.string();
  }
}

function writtenSchema(setting: Setting): z.ZodMiniType {
  switch (setting.kind) {
    case "whole": {
      const number = z.int().check(z.minimum(setting.least), z.maximum(setting.most));
      return setting.initial === null ? z.nullable(number) : number;
    }
    case "line":
      return z.string().check(z.trim(), z.minLength(1), z.maxLength(setting.lengthMax), safe);
    case "contacts":
      return z.string().check(
        z.trim(),
        z.maxLength(setting.lengthMax),
        safe,
        z.refine((text) => isWithin(setting, text), { error: "contacts" satisfies FieldProblem }),
      );
    case "currency":
      return z
        .string()
        .check(z.refine((code) => isWithin(setting, code), { error: "currency" satisfies FieldProblem }));
    case "weekdays":
      return z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(6));
    case "timeZone":
      return z.string().check(z.refine(isTimeZone));
    default:
      return shownSchema(setting);
  }
}

/** The problem of a setting that is needed beside the value that another one is given. */
export function neededBeside(settings: Settings) {
  return namesOf(settings).flatMap((name) => {
    const { onlyWith: [other, value] = [] } = settings[name] as Setting;
    if (other === undefined) return [];
    const isGiven = (body: Readonly<Record<string, unknown>>) =>
      body[other] !== value || (body[name] ?? null) !== null;
    return [
      z.refine<Record<string, unknown>>(isGiven, { path: [name], error: "required" satisfies FieldProblem }),
    ];
  });
}
