import { contract } from "@/lib/portal/contract";

const ALL = "manage/imports";
const ONE = "manage/imports/:importId";
const may = "wallet.import";
const one = { may, reach: "own", params: "importParamsSchema" } as const;
/** An open page asks by itself while an import is worked on. */

const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/portal/wire/files")),
  ...(await import("@/lib/portal/wire/many")),
  ...(await import("@/lib/portal/wire/done")),
});

export const imports = contract("imports", schemas, {
  /** The last files of wallets, the newest first: of the actor's merchant, or all. */
  list: { route: `GET ${ALL}`, may, reach: "own", answer: "walletImportListSchema" },
  read: { route: `GET ${ONE}`, ...one, answer: "walletImportSchema" },
  /** Announces a file, whose parts are to follow. */
  create: {
    route: `POST ${ALL}`,
    may,
    prepares: true,
    reach: "own",
    body: "createImportSchema",
    answer: "walletImportSchema",
  },
  /** A part of the file, as bytes. One that is not of the announced content is refused. */
  sendPart: {
    route: `PUT ${ONE}/parts/:part`,
    may,
    prepares: true,
    reach: "own",
    params: "importPartParamsSchema",
    answer: "doneSchema",
  },
  /** Has the file read, the import carried out, stopped or given up. */
  act: {
    route: `POST ${ONE}/acts`,
    ...one,
    body: "importActSchema",
    answer: "walletImportSchema",
    // Imports that wait for a person to start them are counted with what else waits for a decision.
    outdates: ["adjustments"],
  },
  /** Says what a file's columns, letters and days are, and has it read. */
  agree: {
    route: `PUT ${ONE}/reading`,
    ...one,
    prepares: true,
    body: "agreedSchema",
    answer: "walletImportSchema",
  },
  /** Answers what a file that was checked does not say: how its customers agreed, whether its points count for tiers. */
  answer: {
    route: `PUT ${ONE}/answers`,
    ...one,
    prepares: true,
    body: "importAnswerSchema",
    answer: "walletImportSchema",
  },
  /** The refused lines, part by part. */
  refused: {
    route: `GET ${ONE}/refused`,
    ...one,
    query: "refusedLinesQuerySchema",
    answer: "refusedLinesSchema",
  },
  /** The refused lines as a CSV file. */
  report: { route: `GET ${ONE}/report`, ...one, answer: "fileSchema" },
  /** A file with every column and an example, to be filled in. */
  template: { route: `GET ${ALL}/template`, may, reach: "own", answer: "fileSchema" },
});
