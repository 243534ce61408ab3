import * as z from "zod/mini";
import { approvalSchema } from "@/lib/areas/approvals/schemas";
import { entrySchema } from "@/lib/areas/entries/schemas";
import { ROLES } from "@/lib/portal/acts/roles";
import {
  countSchema,
  idParameter,
  idSchema,
  momentSchema,
  personSchema as named,
  namedSchema,
  versionSchema as version,
} from "@/lib/portal/wire/id";
import { daySchema } from "@/lib/portal/wire/points";
import { line } from "@/lib/portal/wire/safe-text";
import { SIGNALS, VERDICTS } from "./words";
export type Signal = (typeof SIGNALS)[number];

/** Filters of the list, as they stand in the address. Days are the programme's, both included. */
export const radarFiltersSchema = z.object({
  branch: z.optional(idParameter),
  signal: z.optional(z.enum(SIGNALS)),
  person: z.optional(idParameter),
  from: z.optional(daySchema),
  until: z.optional(daySchema),
  /** Only people about whom a case is open. */
  cases: z.optional(z.literal("open")),
});
export type RadarFilters = z.infer<typeof radarFiltersSchema>;

export const findingSchema = z.object({
  id: z.string(),
  signal: z.enum(SIGNALS),
  day: daySchema,
  /** How many days were looked at, `day` the last of them. */
  days: countSchema,
  count: countSchema,
  /** Of how many: rewards, movements. */
  total: countSchema,
  /** The ordinary value: a share (0 to 1) for the share of one wallet, otherwise a number like `count`. */
  habit: z.number(),
  branch: namedSchema,
  wallet: z.nullable(z.object({ id: z.int(), walletCode: z.string() })),
  caseId: z.nullable(idSchema),
});
export type Finding = z.infer<typeof findingSchema>;

/** Role: null of an API client. */
const personSchema = z.object({
  id: idSchema,
  name: z.string(),
  role: z.nullable(z.enum(ROLES)),
  isActive: z.boolean(),
});

export const radarListSchema = z.object({
  /** By person, who was found last comes first. */
  people: z.array(
    z.object({ person: personSchema, findings: z.array(findingSchema), openCaseId: z.nullable(idSchema) }),
  ),
  /** There are more findings than are told: a filter shows them. */
  hasMore: z.boolean(),
  /** When the radar last looked; null: never. */
  lookedAt: z.nullable(momentSchema),
  /** Of the actor's merchant, or of all. */
  branches: z.array(namedSchema),
  staff: z.array(named),
});
export type RadarList = z.infer<typeof radarListSchema>;

export const radarCaseSchema = z.object({
  id: idSchema,
  version,
  openedBy: named,
  openedAt: momentSchema,
  assignedTo: z.nullable(named),
  closed: z.nullable(z.object({ by: named, at: momentSchema, verdict: z.enum(VERDICTS) })),
  notes: z.array(z.object({ id: idSchema, by: named, at: momentSchema, text: z.string() })),
  findingCount: countSchema,
});
export type RadarCase = z.infer<typeof radarCaseSchema>;

export const radarPersonSchema = z.object({
  person: personSchema,
  /** The last four weeks, the newest first; days without work are left out. */
  days: z.array(
    z.object({
      day: daySchema,
      rewards: countSchema,
      rewardPoints: countSchema,
      redemptions: countSchema,
      refunds: countSchema,
      cancellations: countSchema,
      signals: z.array(z.enum(SIGNALS)),
    }),
  ),
  findings: z.array(findingSchema),
  /** The open one first, then the newest. */
  cases: z.array(radarCaseSchema),
  /** People to whom a case can be given. */
  assignees: z.array(named),
  /** The person's own mobile numbers, the last digits of each; null for those who may not see them. */
  numbers: z.nullable(z.array(z.object({ id: z.string(), masked: z.string() }))),
});
export type RadarPerson = z.infer<typeof radarPersonSchema>;

export const evidenceSchema = z.object({
  person: personSchema,
  finding: findingSchema,
  /** The newest first. */
  entries: z.array(entrySchema),
  /** Of PIN failures: when, and at which wallet. */
  pinFailures: z.array(
    z.object({ at: momentSchema, wallet: z.nullable(z.object({ id: z.int(), walletCode: z.string() })) }),
  ),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** A movement that is held, or was. */
export const reviewSchema = z.extend(approvalSchema, {
  /** Note of the decision. */
  note: z.nullable(z.string()),
  /** The case that the note is in. */
  caseId: z.nullable(idSchema),
  /** Whether it was a person, about whom there can be a case; else an API client. */
  isOfPerson: z.boolean(),
});
export type Review = z.infer<typeof reviewSchema>;

/** Those that wait, the oldest first, and those of the last day that were decided or have expired, the newest first. */
export const reviewListSchema = z.object({ waiting: z.array(reviewSchema), closed: z.array(reviewSchema) });
export type ReviewList = z.infer<typeof reviewListSchema>;

export const reviewTargetSchema = z.object({ approvalId: idParameter });
export const reviewDecisionSchema = z.object({
  decision: z.enum(["approve", "refuse"]),
  note: line(1_000),
  opensCase: z.boolean(),
});

export const personTargetSchema = z.object({ userId: idParameter });
export const caseTargetSchema = z.object({ caseId: idParameter });
export const findingTargetSchema = z.object({ findingId: z.string().check(z.regex(/^\d{1,18}$/)) });

export const assignCaseSchema = z.object({ version, assignedTo: z.nullable(idSchema) });
export const noteSchema = z.object({
  text: line(1_000),
});
export const closeCaseSchema = z.object({ version, verdict: z.enum(VERDICTS) });
/** One number to add, or one to take away by the id that it was listed with. */
export const ownNumberSchema = z.union([
  z.object({ add: line(20) }),
  z.object({ remove: z.string().check(z.maxLength(64)) }),
]);
export type OwnNumberChange = z.infer<typeof ownNumberSchema>;
/** How many findings a look at today made or renewed. */
export const radarRunSchema = z.object({ findings: countSchema });
