import * as z from "zod/mini";
import { adjustmentSchema, askedAdjustmentSchema } from "@/lib/areas/adjustments/schemas";
import { approvalSchema } from "@/lib/areas/approvals/schemas";
import { actSchema } from "@/lib/areas/audit/schemas";
import { entrySchema } from "@/lib/areas/entries/schemas";
import { REQUEST_KIND_NAMES } from "@/lib/areas/privacy/words";
import {
  countSchema,
  idSchema,
  longIdSchema,
  momentSchema,
  namedSchema,
  namesSchema,
  personSchema,
} from "@/lib/portal/wire/id";
import { daySchema, moneySchema } from "@/lib/portal/wire/points";

// First page of a desk: open tasks, figures of the day, recent activity.

/** How many there are, and the first few of them. */
const need = <const Kind extends string, Item extends z.ZodMiniType>(kind: Kind, item: Item) =>
  z.object({ kind: z.literal(kind), count: countSchema, first: z.array(item) });

/** A movement that was asked for at a till and waits for a person. */
const heldAtTillSchema = z.object({
  ...z.pick(approvalSchema, { id: true, operation: true, points: true, value: true, expiresAt: true }).shape,
  askedBy: z.string(),
  /** Null: an API client asked without one. */
  branch: z.nullable(namesSchema),
});

const askedSchema = z.pick(askedAdjustmentSchema, {
  id: true,
  kind: true,
  direction: true,
  points: true,
  requestedBy: true,
  expiresAt: true,
});

const needSchema = z.discriminatedUnion("kind", [
  need("approvals", heldAtTillSchema),
  need("reviews", heldAtTillSchema),
  need("adjustments", askedSchema),
  /** The reader's own requests, with the people who can decide them by now. */
  need("ownRequests", z.extend(askedSchema, { deciders: z.array(z.string()) })),
  /** People with new rights whom the reader may confirm. */
  need("newPeople", z.object({ id: idSchema, name: z.string(), newUntil: momentSchema })),
  /** Customers who have not joined: counted to `NOT_JOINED_SHOWN`, with the points of those that are counted. */
  need("notJoined", z.object({ id: idSchema, points: z.int() })),
  need(
    "imports",
    z.object({ id: idSchema, fileName: z.string(), createdBy: z.string(), lines: countSchema }),
  ),
  need(
    "webhooks",
    z.object({
      id: idSchema,
      /** The host of its address: what stands behind it may be secret. */
      host: z.string(),
      /** Whether it is still tried. */
      isActive: z.boolean(),
      since: z.nullable(momentSchema),
    }),
  ),
  /** Requests about personal data whose answer is late. */
  need(
    "privacy",
    z.object({ id: idSchema, kind: z.enum(REQUEST_KIND_NAMES), person: z.string(), dueOn: daySchema }),
  ),
  /** Acts that another person decided alone while the programme was set up, for operators who joined since. */
  need("alone", z.object({ id: idSchema })),
  need("deals", z.object({ id: idSchema, titleEn: z.string(), titleAr: z.string(), endDate: momentSchema })),
  need("clients", z.object({ id: idSchema, name: z.string(), endsAt: momentSchema })),
  need(
    "lookAlikes",
    z.object({
      /** The first of the entries that look alike. */
      entryId: longIdSchema,
      count: countSchema,
      points: countSchema,
      at: momentSchema,
      branch: namedSchema,
    }),
  ),
  need(
    "cases",
    z.object({
      id: idSchema,
      person: personSchema,
      openedAt: momentSchema,
      isMine: z.boolean(),
    }),
  ),
]);
/** As many customers who have not joined are counted. */
export const NOT_JOINED_SHOWN = 1_000;
export type Need = z.infer<typeof needSchema>;
export type NeedKind = Need["kind"];

const figuresShape = {
  rewards: countSchema,
  redemptions: countSchema,
  /** The bills that were rewarded. */
  value: moneySchema,
  /** Wallets that earned or redeemed, each once. */
  customers: countSchema,
};
export type HomeFigures = z.infer<z.ZodMiniObject<typeof figuresShape>>;

/** Steps from a new merchant to its first points, in their order, by what is there. */
const firstStepsSchema = z.object({
  /** An open branch. */
  branch: z.boolean(),
  cashier: z.boolean(),
  /** A registered till or an API client. */
  till: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstStepsSchema>;

export const homeSchema = z.object({
  readAt: momentSchema,
  today: daySchema,
  /** For an admin of a merchant without any points so far. */
  firstSteps: z.optional(z.nullable(firstStepsSchema)),
  /** Open tasks of the reader, the most urgent first; empty kinds are left out. */
  needs: z.array(needSchema),
  /** Outcomes of the reader's own requests of the last days. */
  answers: z.array(adjustmentSchema),
  now: z.object(figuresShape),
  /** The same weekday a week ago: up to the same time of day, or the whole of it where that is too much to be read. */
  before: z.object({ day: daySchema, until: momentSchema, isWholeDay: z.boolean(), ...figuresShape }),
  /** The last fourteen days, the last of them today, each whole but that. */
  days: z.array(z.object({ day: daySchema, ...figuresShape })),
  /** For operators: the last copy of the database, and whether the hourly look found a row that no act explains, in the last week. */
  service: z.nullable(
    z.object({
      lastBackup: z.nullable(
        z.object({
          at: momentSchema,
          isProved: z.boolean(),
          /** Kept on the disk that the service's own data is on. */
          isOnSameDisk: z.boolean(),
        }),
      ),
      /** Copies the database, on the machine of the service. */
      backupCommand: z.string(),
      isWell: z.boolean(),
      /** Whether an address is told when the service needs a person. */
      isAnybodyTold: z.boolean(),
      /** Causes for a person that last, the oldest first. */
      troubles: z.array(z.object({ textEn: z.string(), textAr: z.string(), since: momentSchema })),
    }),
  ),
  /** Last administrative acts at the reader's merchant; null for those who read no audit log. */
  acts: z.nullable(z.array(actSchema)),
  /** Last entries at the branch of those. */
  entries: z.array(entrySchema),
});
export type Home = z.infer<typeof homeSchema>;
