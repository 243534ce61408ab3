import { describe, expect, test } from "vitest";
import { type FileLine, importColumns, readLines, toFileError } from "@/lib/areas/imports/check-file";
import { customerColumns, EXPORT_COLUMN_NAMES } from "@/lib/areas/imports/columns";
import { EXAMPLE_CODES, readLine } from "@/lib/areas/imports/read-line";
import { REPORT_COLUMN_NAMES } from "@/lib/areas/imports/schemas";
import { IMPORT_COLUMN_NAMES, IMPORT_COLUMNS } from "@/lib/areas/imports/words";
import { LANGUAGES } from "@/lib/platform/language";
import { LINE_LENGTH_MAX } from "@/lib/platform/table/records";
import { surveyTable } from "@/lib/platform/table/survey";

const RULES = {
  segments: [
    { id: 1, nameEn: "Standard", nameAr: "أساسي" },
    { id: 2, nameEn: "Gold", nameAr: "ذهبي" },
    { id: 4, nameEn: "gold  plus", nameAr: "ذهبي بلس" },
    { id: 5, nameEn: "Gold Plus", nameAr: "ذهبي إضافي" },
  ],
  pointsMax: 1_000_000,
  today: "2026-11-21",
};

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size);
}

async function read(file: string | Uint8Array, partSize = 7) {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const survey = await surveyTable(() => inParts(bytes, partSize), customerColumns(RULES.today), {});
  const lines: FileLine[] = [];
  for await (const line of readLines(survey.table, survey.columns)) lines.push(line);
  return { ...survey, columns: importColumns(survey.columns), lines };
}

async function problemOf(file: string | Uint8Array) {
  return read(file).then(
    () => expect.unreachable(),
    (error: unknown) => toFileError(error).problem,
  );
}

describe("a file of wallets", () => {
  test("is read the same wherever its bytes are cut, with and without a byte order mark", async () => {
    const file = 'mobile,name\r\n01001234567,"منى, عادل"\r\n\r\n01001234568,Ali\r\n';
    const expected = [
      { line: 2, cells: { mobile: "01001234567", name: "منى, عادل" } },
      { line: 4, cells: { mobile: "01001234568", name: "Ali" } },
    ];
    for (const partSize of [1, 2, 3, 64, 4096]) {
      expect((await read(file, partSize)).lines).toEqual(expected);
      expect(await read(`\ufeff${file}`, partSize)).toMatchObject({
        columns: ["mobile", "name"],
        lines: expected,
      });
    }
  });

  test("may end its lines with carriage returns alone", async () => {
    const file = "mobile,name\r01001234567,Mona Adel\r\r01001234568,Ali\r";
    for (const partSize of [1, 2, 7, 64])
      expect((await read(file, partSize)).lines).toEqual([
        { line: 2, cells: { mobile: "01001234567", name: "Mona Adel" } },
        { line: 4, cells: { mobile: "01001234568", name: "Ali" } },
      ]);
  });

  test.each(LANGUAGES)(
    "may be an export of customers in %s: wallets begin with their points, inactive ones are left out",
    async (language) => {
      const of = (name: keyof typeof IMPORT_COLUMN_NAMES) => IMPORT_COLUMN_NAMES[name][language];
      const headers = [
        ...[of("walletCode"), of("mobile"), of("nationalId"), of("consentedOn")],
        ...Object.values(EXPORT_COLUMN_NAMES).map((name) => name[language]),
      ];
      const { columns, lines } = await read(
        `${headers.join()}\n` +
          "C-1,01001234567,•••99,2026-01-15T10:00:00+02:00,1,2,true,250,5,300,50,2025-12-01T10:00:00+02:00\n" +
          "C-2,01001234568,,,5,1,false,10,0,0,0,2025-12-01T10:00:00+02:00\n",
      );
      expect(columns).toEqual([
        ...["walletCode", "mobile", "nationalId", "consentedOn", "segmentId", "consent", "openingPoints"],
      ]);
      expect(lines.map(({ isInactive }) => isInactive)).toEqual([undefined, true]);
      expect(readLine(lines[0]?.cells ?? {}, RULES)).toMatchObject({
        problems: [],
        wallet: {
          ...{ walletCode: "C-1", msisdn: "+201001234567", nid: null, consentedOn: "2026-01-15" },
          ...{ segmentId: 2, hasConsented: true, openingPoints: 250 },
        },
      });
    },
  );

  test.each(LANGUAGES)("may have the headers of the files that the portal writes in %s", async (language) => {
    const names = IMPORT_COLUMNS.map((column) => IMPORT_COLUMN_NAMES[column][language]);
    expect((await read(`${names.join(",")}\n,0100,Mona\n`)).columns).toEqual(IMPORT_COLUMNS);
  });

  test.each(LANGUAGES)(
    "of refused lines is read again in %s, without what it says about them",
    async (language) => {
      const { line, problem } = REPORT_COLUMN_NAMES;
      const { mobile, name } = IMPORT_COLUMN_NAMES;
      const headers = [line, problem, mobile, name].map((names) => names[language]);
      const { columns, lines } = await read(`${headers.join(",")}\n3,"Wrong, once",0100,Mona\n`);
      expect(columns).toEqual(["mobile", "name"]);
      expect(lines).toEqual([{ line: 2, cells: { mobile: "0100", name: "Mona" } }]);
    },
  );

  test("takes the name from two columns and the number from the first that is filled", async () => {
    const { lines, isClear } = await read(
      "First name,Last name,Mobile,Phone\nMona,Adel,,0101\nAli,,0102,0103\n",
    );
    expect(isClear).toBe(true);
    expect(lines.map(({ cells }) => cells)).toEqual([
      { name: "Mona Adel", mobile: "0101" },
      { name: "Ali", mobile: "0102" },
    ]);
  });

  test("may have its columns in any order, by other names, and semicolons or tabs between them", async () => {
    const { columns, lines } = await read("الاسم;Phone;Opening balance;;\nMona;0100;5;;\n");
    expect(columns).toEqual(["name", "mobile", "openingPoints"]);
    expect(lines).toEqual([{ line: 2, cells: { name: "Mona", mobile: "0100", openingPoints: "5" } }]);
    expect((await read("mobile\tname\n0100\tA,B\n")).lines[0]?.cells).toEqual({
      mobile: "0100",
      name: "A,B",
    });
  });

  test("with one broken line loses that line only", async () => {
    const huge = "x".repeat(3 * LINE_LENGTH_MAX);
    const file = [
      "mobile,name",
      '0100,"open',
      "0101,Ali",
      `0102,${huge}`,
      '0103,"a"b',
      "0104,a,b",
      "0105,Mona",
    ].join("\n");
    const { lines } = await read(file, 1000);
    expect(lines.map(({ line, cells }) => [line, cells?.name ?? null])).toEqual([
      [2, null],
      [3, "Ali"],
      [4, null],
      [5, null],
      [6, null],
      [7, "Mona"],
    ]);
  });

  test.each([
    ["nothing", "\n\n", "empty"],
    ["a header only", "mobile,name\n", "empty"],
    ["a page with a table", "<html><table><tr><td>mobile</td></tr></table>", "web_page"],
    ["an old workbook", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), "old_workbook"],
    ["a ZIP file that is no workbook", Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0, 0), "document"],
  ])("of %s is refused as a whole, and says why", async (_, file, code) => {
    expect((await problemOf(file)).code).toBe(code);
  });

  test.each([
    ["a column that nobody knows", "mobile,shoe size\n0100,38\n", ["mobile", null]],
    ["a name twice", "mobile,name,full name\n0100,Mona,Mona Adel\n", ["mobile", "name", null]],
    [
      "no known name, by what stands in it",
      "a,b\nMona Adel,01001234567\nAli Samy,01001234568\n",
      ["name", "mobile"],
    ],
    ["no header at all", "Mona Adel,01001234567\nAli Samy,01001234568\n", ["name", "mobile"]],
  ])("with %s is asked about", async (_, file, columns) => {
    const { question, isClear } = await read(file);
    expect([isClear, question.columns]).toEqual([false, columns]);
  });
});

describe("a line", () => {
  const line = (cells: Parameters<typeof readLine>[0]) => readLine(cells, RULES);

  test("becomes a wallet, with what people write read as they mean it", () => {
    expect(
      line({
        mobile: "٠١٠٠١٢٣٤٥٦٧",
        walletCode: "C-1",
        name: "منى عادل",
        gender: "أنثى",
        birthDate: "28/2/1990",
        consent: "نعم",
        openingPoints: "1,250",
        segmentId: "2",
        referralMobile: "01112345678",
      }),
    ).toEqual({
      problems: [],
      claims: { walletCode: "C-1", msisdn: "+201001234567" },
      wallet: {
        walletCode: "C-1",
        msisdn: "+201001234567",
        name: "منى عادل",
        email: null,
        address: null,
        gender: "female",
        birthDate: "1990-02-28",
        nid: null,
        segmentId: 2,
        hasConsented: true,
        consentedOn: null,
        openingPoints: 1250,
        referralMsisdn: "+201112345678",
      },
    });
  });

  test("says that the customer agreed, that they did not, or neither; a day of consent alone says that they agreed", () => {
    const said = (cells: object) => line({ mobile: "01001234567", ...cells }).wallet?.hasConsented;
    expect([
      ...[said({}), said({ consent: "" }), said({ consent: "no" }), said({ consent: "yes" })],
      ...[said({ consentedOn: "2026-01-15" }), said({ consent: "no", consentedOn: "2026-01-15" })],
    ]).toEqual([null, null, false, true, true, false]);
  });

  test.each([
    [{ mobile: "" }, "mobile", "required"],
    [{ mobile: "2.01E+11" }, "mobile", "rounded"],
    [{ mobile: "0100123456" }, "mobile", "no_mobile"],
    [{ mobile: "0227654321" }, "mobile", "no_mobile"],
    [{ mobile: "01001234567 ::: 01112345678" }, "mobile", "two_numbers"],
    [{ nationalId: "2.98012E+13" }, "nationalId", "rounded"],
    [{ nationalId: "29801230000000" }, "nationalId", "national_id"],
    [{ nationalId: "29002280101234", birthDate: "1990-02-27" }, "nationalId", "national_id_birth"],
    [{ birthDate: "7/6/1410" }, "birthDate", "hijri"],
    [{ birthDate: "1/2/10" }, "birthDate", "short_year"],
    [{ name: "a\0b" }, "name", "invalid"],
    [{ name: "a\ufffdc" }, "name", "invalid"],
    [{ name: "x".repeat(121) }, "name", "too_long", 120],
    [{ email: "nobody" }, "email", "invalid"],
    [{ birthDate: "1990-02-30" }, "birthDate", "invalid"],
    [{ birthDate: "2027-01-01" }, "birthDate", "invalid"],
    [{ consent: "perhaps" }, "consent", "invalid"],
    [{ openingPoints: "-5" }, "openingPoints", "negative"],
    [{ openingPoints: "1.5" }, "openingPoints", "fraction"],
    [{ openingPoints: "1.250" }, "openingPoints", "unclear_number"],
    [{ openingPoints: "1000001" }, "openingPoints", "too_big", 1_000_000],
    [{ referralMobile: "12" }, "referralMobile", "invalid"],
    [{ mobile: "01001234567", referralMobile: "+201001234567" }, "referralMobile", "invalid"],
    [{ segmentId: "3" }, "segmentId", "unknown_segment"],
    [{ segmentId: "Gol" }, "segmentId", "unknown_segment"],
    [{ segmentId: "GOLD PLUS" }, "segmentId", "ambiguous_segment"],
    [{ walletCode: "=1+1" }, "walletCode", "invalid"],
  ])("with %j is refused for %s: %s", (cells, column, code, max?: number) => {
    expect(line({ mobile: "01001234567", ...cells })).toMatchObject({
      wallet: null,
      problems: [{ column, code, ...(max !== undefined && { max }) }],
    });
  });

  test.each([
    ["2", 2],
    ["٢", 2],
    ["Gold", 2],
    ["  gold ", 2],
    ["ذهبي", 2],
    ["ذهبي بلس", 4],
    ["", null],
  ])("names its tier by number or by name in either language: %j", (segmentId, expected) => {
    expect(line({ mobile: "01001234567", segmentId })).toMatchObject({ wallet: { segmentId: expected } });
  });

  test("that is wrong still says which code and which number it claims", () => {
    expect(line({ mobile: "01001234567", walletCode: "C-1", email: "nobody" })).toMatchObject({
      problems: [{ column: "email" }],
      claims: { walletCode: "C-1", msisdn: "+201001234567" },
    });
    expect(line({ mobile: "x", walletCode: "=1+1" }).claims).toEqual({ walletCode: null, msisdn: null });
  });

  test("that is the template's example makes no wallet and claims nothing", () => {
    for (const walletCode of Object.values(EXAMPLE_CODES))
      expect(line({ mobile: "01001234567", walletCode })).toEqual({
        wallet: null,
        problems: [{ column: null, code: "example" }],
        claims: { walletCode: null, msisdn: null },
      });
  });

  test("tells everything that is wrong with it", () => {
    expect(line({ mobile: "x", email: "y", gender: "z" })).toMatchObject({
      problems: [{ column: "mobile" }, { column: "email" }, { column: "gender" }],
    });
  });

  test("of this service's own export is read without what made formulas harmless", async () => {
    const { lines } = await read("mobile,name\n'+447911123456,'=SUM(A1)\n");
    expect(lines[0]?.cells).toEqual({ mobile: "+447911123456", name: "=SUM(A1)" });
  });

  test.each([
    ["tel:+201001234567"],
    ["(+20)1001234567"],
    ["+20(0)1001234567"],
    ["1001234567.0"],
    ["01001234567 (WhatsApp)"],
    ["01001234567 واتساب"],
    ["2001001234567"],
  ])("with the number %s is read", (mobile) => {
    expect(line({ mobile })).toMatchObject({ wallet: { msisdn: "+201001234567" } });
  });
});
