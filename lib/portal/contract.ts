import type { $ZodType, input, output } from "zod/v4/core";
import type { Needed } from "@/lib/portal/acts/permissions";
import type { ManageAreaKey, MenuCommand } from "./commands";
import type { PortalReach } from "./with-portal";

/**
 * The contract of an area: each request of its pages, declared once. The server's handlers (`serve.ts`), the browser's queries
 * and changes (`components/kit/contract.ts`), the pages that read ahead and the tests of authorisation derive from it. A
 * contract holds no schema: `load` fetches them, so that a page brings the names of its requests and no zod.
 */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The areas of the portal, by the words of their addresses: a browser keeps the answers of one under its word. */
export type Area =
  | Exclude<MenuCommand<"main">["id"], "manage">
  | ManageAreaKey
  | "account"
  | "adjustments"
  | "approvals"
  | "commands"
  | "display"
  | "entries"
  | "imports"
  | "radar"
  | "shifts";

type SchemaName<Schemas> = {
  [Name in keyof Schemas]: Schemas[Name] extends $ZodType ? Name : never;
}[keyof Schemas] &
  string;

interface Declaration<Schemas> {
  /** Method and path after `/api/portal/`; parameters begin with a colon: `PUT manage/categories/:categoryId`. */
  route: `${Method} ${string}`;
  /** The permission that it needs, the roles where no permission is named, or `public` without a session. */
  may: Needed | "public";
  reach: PortalReach;
  params?: SchemaName<Schemas>;
  query?: SchemaName<Schemas>;
  body?: SchemaName<Schemas>;
  /** Fields that it does not name never leave the server. */
  answer: SchemaName<Schemas>;
  bodyBytesMax?: number;
  /** An answer that takes longer, in milliseconds, counts as none. */
  limitMs?: number;
  /** So long, in milliseconds, a kept answer is not asked for again by the next component that needs it. */
  freshMs?: number;
  /** True where another site sends people to, which then has to have been asked by this portal. */
  comesFromElsewhere?: true;
  /**
   * Where the request brings a secret or its answer has one: once a second person agreed, the asker sends it again, and nobody else. One that
   * brings a secret is not kept until then.
   */
  askerOnly?: "brings" | "answers";
  /** A request that only prepares the act of its permission, whose value another one weighs. */
  prepares?: true;
  /** Areas of which a page reads everything again after the change; its own is always among them. */
  outdates?: readonly Area[];
  /** The endpoint of the same contract whose answer this one gives as well, as it is after the change. */
  refreshes?: string;
}

type Part<Schemas, Name> = Name extends keyof Schemas ? Extract<Schemas[Name], $ZodType> : undefined;

export interface Endpoint<
  Params extends $ZodType | undefined = $ZodType | undefined,
  Query extends $ZodType | undefined = $ZodType | undefined,
  Body extends $ZodType | undefined = $ZodType | undefined,
  Answer extends $ZodType = $ZodType,
> {
  area: Area;
  name: string;
  method: Method;
  /** After `/api/portal/`, with the names of its parameters. */
  path: string;
  may: Needed | "public";
  reach: PortalReach;
  hasBody: boolean;
  bodyBytesMax?: number | undefined;
  limitMs?: number | undefined;
  freshMs?: number | undefined;
  comesFromElsewhere?: true | undefined;
  askerOnly?: "brings" | "answers" | undefined;
  prepares?: true | undefined;
  outdates?: readonly Area[] | undefined;
  refreshes?: string | undefined;
  load: () => Promise<{ params: Params; query: Query; body: Body; answer: Answer }>;
}

type EndpointOf<Schemas, It extends Declaration<Schemas>> = Endpoint<
  Part<Schemas, It["params"]>,
  Part<Schemas, It["query"]>,
  Part<Schemas, It["body"]>,
  Extract<Schemas[It["answer"] & keyof Schemas], $ZodType>
> & { may: It["may"]; prepares: It["prepares"] };

export type Contract = Readonly<Record<string, Endpoint>>;

/** Type of a sent part of the request; undefined where the endpoint has none. */
export type Sent<Part extends $ZodType | undefined> = Part extends $ZodType ? input<Part> : undefined;
/** Type of the same part as a handler reads it. */
export type Read<Part extends $ZodType | undefined> = Part extends $ZodType ? output<Part> : undefined;

export function contract<Schemas, const Endpoints extends Record<string, Declaration<Schemas>>>(
  area: Area,
  load: () => Promise<Schemas>,
  endpoints: Endpoints,
): { readonly [Name in keyof Endpoints]: EndpointOf<Schemas, Endpoints[Name]> } {
  const made = Object.entries(endpoints).map(([name, { route, params, query, body, answer, ...rest }]) => {
    const [method, path] = route.split(" ", 2);
    const parts = { params, query, body, answer };
    return [
      name,
      {
        ...rest,
        area,
        name,
        method,
        path,
        hasBody: body !== undefined,
        load: async () => {
          const schemas = (await load()) as Record<string, unknown>;
          return Object.fromEntries(Object.entries(parts).map(([part, key]) => [part, key && schemas[key]]));
        },
      },
    ];
  });
  return Object.fromEntries(made);
}

/** The endpoint's path with its parameters filled in. */
export function pathOf({ path }: Endpoint, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
