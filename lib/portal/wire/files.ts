import * as z from "zod/mini";

// How files of customers, branches and coupons are read: what is asked about one, and what a person says. Shared by routes and the browser.

/** Types that a browser's file dialog offers. The bytes decide the type. */
export const FILE_TYPES = ".csv,.txt,.tsv,.xlsx,text/csv,text/plain";

/** How the letters of a file can be written. */
const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1256", "windows-1252"] as const;

/** Of a workbook: the sheet that is read, and whether rows and columns that the spreadsheet hides are. */
const workbookAnswers = {
  sheet: z.optional(z.string().check(z.maxLength(200))),
  hidden: z.optional(z.enum(["read", "leave"])),
};

/** How a file is read, as a person says; what is absent is asked or found out. */
const fileColumn = z.nullable(z.string().check(z.maxLength(32)));
export const agreedSchema = z.object({
  encoding: z.optional(z.enum(ENCODINGS)),
  /** Column by column of the file; null: not read. */
  columns: z.optional(z.array(fileColumn).check(z.maxLength(200))),
  dayOrders: z.optional(z.record(z.string(), z.enum(["day_first", "month_first"]))),
  ...workbookAnswers,
});
export type AgreedFile = z.infer<typeof agreedSchema>;

/** Questions about a file that its bytes do not settle, with proposed answers. */
export const questionSchema = z.object({
  headers: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  columns: z.array(z.nullable(z.string())),
  looksLike: z._default(z.array(z.nullable(z.string())), []),
  encodings: z.nullable(z.array(z.object({ encoding: z.enum(ENCODINGS), names: z.array(z.string()) }))),
  days: z.array(
    z.object({
      column: z.string(),
      samples: z.array(z.object({ text: z.string(), dayFirst: z.string(), monthFirst: z.string() })),
    }),
  ),
  // Absent in questions of the release before.
  sheets: z.optional(z.nullable(z.array(z.string()))),
  hidden: z.optional(z.nullable(z.object({ rows: z.int(), columns: z.int() }))),
  workbook: z.optional(z.object(workbookAnswers)),
});
export type FileQuestion = z.infer<typeof questionSchema>;

/** SHA-256 of an upload's content or of a part of it, in hex. */
export const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A file of at most so many bytes within a request, in base64. */
export const fileSchema = (bytesMax: number) =>
  z.string().check(z.minLength(1), z.maxLength(Math.ceil(bytesMax / 3) * 4), z.regex(/^[\w+/]+=*$/));
