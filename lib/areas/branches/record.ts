import * as z from "zod/mini";
import { chosen, kept, record, shown, written } from "@/lib/portal/record";
import { ACTIVITIES } from "@/lib/portal/wire/activity";
import { msisdn } from "@/lib/portal/wire/fields";
import { agreedSchema, fileSchema, questionSchema } from "@/lib/portal/wire/files";
import { bilingualSchema, idParameter, idSchema, personSchema, titledSchema } from "@/lib/portal/wire/id";
import { line, nullableLine, optionalLine } from "@/lib/portal/wire/safe-text";
import { searchTextSchema } from "@/lib/portal/wire/search-text";
import { BRANCH_FILE_BYTES_MAX } from "./words";

export type Activity = (typeof ACTIVITIES)[number];
const degrees = (most: number) => z.optional(z.nullable(z.number().check(z.minimum(-most), z.maximum(most))));

export const branch = record({
  /** A branch keeps its merchant. */
  merchantId: chosen(idSchema),
  /** E.164 mobile number that identifies the branch to the points operations; no two branches have the same. */
  msisdn: written(msisdn),
  nameEn: written(line(120)),
  nameAr: written(line(120)),
  addressEn: written(z.optional(optionalLine(250))),
  addressAr: written(z.optional(optionalLine(250))),
  phone: written(z.optional(nullableLine(20))),
  /** Degrees, to 6 decimals; both or none. */
  latitude: written(degrees(90)),
  longitude: written(degrees(180)),
  /** Whether its cashiers work on registered tills only, whatever merchant and programme ask for. */
  tillsNeedRegistration: written(z.optional(z.boolean())),
  isActive: shown(z.boolean()),
  createdAt: kept(z.date()),
  updatedAt: kept(z.date()),
});

/** A place has both coordinates or none; one without the other is marked where it is missing. */
const wholePlace = z.refine<{ latitude?: number | null | undefined; longitude?: number | null | undefined }>(
  ({ latitude, longitude }) =>
    (latitude ?? null) === null ? (longitude ?? null) === null : (longitude ?? null) !== null,
  { path: ["longitude"] },
);

export const create = branch.create.check(wholePlace);
export const changes = branch.changes.check(wholePlace);
export const { answer } = branch;

export const filters = z.object({
  /** Absent: all merchants that the user acts for. */
  merchant: z.optional(idParameter),
  status: z.optional(z.enum(ACTIVITIES)),
  text: z.optional(searchTextSchema),
});

/** How the list is shown, as the page's address says it. */
export const mapView = z.object({ map: z.optional(z.enum(["on"])) });

export const search = z.extend(filters, {
  /** The last branch of the page before. */
  after: z.optional(idSchema),
});

export const page = z.object({
  branches: z.array(answer),
  /** Asks for the next page; null after the last. */
  nextAfter: z.nullable(idSchema),
});

export const target = z.object({ branchId: idParameter });
export {
  chosenSchema as chosenOnes,
  fileSchema as file,
  manyAnswerSchema as manyAnswer,
  manySchema as many,
} from "@/lib/portal/wire/many";

/** Consequences of closing a branch. */
export const impact = z.object({
  /** Cashiers who would have no open branch left. */
  cashiers: z.array(personSchema),
  /** Live API clients that act for a list of branches and would have no open one left. */
  clients: z.array(personSchema),
  /** Published deals that are offered at this branch and at no other open one. */
  deals: z.array(titledSchema),
});
export const BRANCH_FILE_LINES_MAX = 1_000;

export const importFile = z.object({
  merchantId: idSchema,
  file: fileSchema(BRANCH_FILE_BYTES_MAX),
  agreed: z.optional(agreedSchema),
  /** True: say what would happen, and do nothing. */
  isDryRun: z.boolean(),
});

export const importAnswer = z.object({
  /** How many branches are good; they were created unless it was a dry run. */
  accepted: z.int(),
  /** Question about the file that has to be answered first; nothing was accepted or refused then. */
  question: z.nullable(questionSchema),
  refused: z.array(
    z.object({
      /** Of the file, the line of headers being 1. */
      line: z.int(),
      name: z.string(),
      problems: z.array(z.object({ column: z.string(), text: bilingualSchema })),
    }),
  ),
  /** Places of the lines that can be read, for the page to doubt those at sea. */
  places: z.array(z.object({ line: z.int(), name: z.string(), latitude: z.number(), longitude: z.number() })),
});

export type BranchView = ReturnType<typeof branch.view>;
export type BranchFields = z.infer<typeof create>;
export type BranchChanges = z.infer<typeof changes>;
export type ManagedBranch = z.infer<typeof answer>;
export type BranchPage = z.infer<typeof page>;
export type BranchImpact = z.infer<typeof impact>;
export type BranchImportAnswer = z.infer<typeof importAnswer>;
