import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readLines } from "@/lib/areas/imports/check-file";
import { customerColumns } from "@/lib/areas/imports/columns";
import { readLine } from "@/lib/areas/imports/read-line";
import { surveyTable } from "@/lib/platform/table/survey";

/** Files as the world sends them, of invented people: each is one of a kind, and what it comes to is beside it (docs/files.md). */
const FOLDER = "tests/cases";
const TODAY = "2026-11-27";

async function* whole(bytes: Uint8Array) {
  yield bytes;
}

/** Each line with its customer, or with why there is none; before them what has to be asked. */
async function outcomeOf(name: string): Promise<string[]> {
  const bytes = readFileSync(path.join(FOLDER, name));
  const survey = await surveyTable(() => whole(bytes), customerColumns(TODAY), {});
  const outcome = survey.isClear ? [] : [`? ${survey.question.encodings?.[0]?.encoding ?? "asked"}`];
  const rules = { segments: [], pointsMax: 1_000_000, today: TODAY, dayOrders: survey.dayOrders };
  for await (const { line, cells, isQuoteOpen } of readLines(survey.table, survey.columns)) {
    const { wallet, problems } = readLine(cells ?? {}, rules);
    const refused = isQuoteOpen ? "open quote" : problems.map(({ code }) => code).join();
    const { msisdn, name: customer, birthDate, address, openingPoints } = wallet ?? {};
    const told = [msisdn, customer, birthDate, address, openingPoints || null].filter((part) => part != null);
    outcome.push(`${line} ${wallet === null ? `! ${refused}` : told.join(" | ")}`);
  }
  return outcome;
}

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  "01_mobile_scientific.csv": ["2 ! rounded", "3 ! rounded", "4 ! rounded", "5 +201001234501 | Good Line"],
  "02_leading_zero_lost.csv": [
    "2 +201001234511 | Amal Zaki",
    "3 +201112345612 | Bassem Nour",
    "4 +201501234513 | Dina Samy",
  ],
  "03_national_id_scientific.csv": ["2 ! rounded", "3 ! national_id", "4 ! rounded", "5 ! rounded"],
  "04_semicolon_bom_arabic.csv": [
    "2 +201001234531 | أمل زكي | القاهرة، مدينة نصر | 1250",
    "3 +201001234532 | باسم نور | الجيزة | 1250",
  ],
  "05_sep_first_line.csv": ["3 +201001234541 | Amal Zaki"],
  "07_windows_1256.csv": ["? windows-1256", "2 +201001234561 | أمل زكي", "3 +201001234562 | باسم نور"],
  "09_invisible_marks.csv": [
    "2 +201001234581 | Pasted From Phone Book",
    "3 +201001234582 | Left To Right Mark",
    "4 +201001234583 | No Break Spaces",
    "5 +201001234584 | Isolates",
    "6 +201001234585 | Zero Width",
    "7 +201001234586 | Narrow Space And Hyphen",
    "8 +201001234587 | Variation Selector",
    "9 +201001234588 | Full Width Plus",
  ],
  "10_address_over_two_lines.csv": [
    "2 +201001234591 | Amal Zaki | 12 Example Street, Second floor",
    "4 +201001234592 | Bassem Nour | Giza",
  ],
  "11_dates_month_first.csv": [
    "2 +201001234601 | Amal Zaki | 1990-03-04",
    "3 +201001234602 | Bassem Nour | 1985-12-01",
    "4 +201001234603 | Dina Samy | 1992-04-28",
    "5 +201001234604 | Walid Farag | 1979-11-05",
  ],
  "12_dates_other_spellings.csv": [
    "2 +201001234611 | Serial Number | 1990-05-28",
    "3 +201001234612 | Dots | 1990-02-28",
    "4 +201001234613 | Hyphens | 1990-02-28",
    "5 +201001234614 | Slashes Year First | 1990-02-28",
    "6 +201001234615 | Two Digits | 1990-02-28",
    "7 +201001234616 | With Time | 1990-02-28",
    "8 +201001234617 | Month Name | 1990-02-28",
    "9 +201001234618 | Arabic Month | 1990-02-28",
  ],
  "14_opening_points.csv": [
    "2 +201001234631 | Decimals | 1250",
    "3 +201001234632 | Grouped | 1250",
    "4 ! fraction",
    "5 +201001234634 | Arabic Decimals | 1250",
    "6 ! unclear_number",
    "7 ! unclear_number",
    "8 +201001234637 | With Unit | 1250",
    "9 ! negative",
    "10 ! invalid",
  ],
  "15_text_forced.csv": [
    "2 +201001234641 | Formula Text",
    "3 +201001234642 | Apostrophe",
    "4 +201001234643 | Tab In Front",
    "5 +201001234644 | Blank Behind",
  ],
  "16_gulf_numbers.csv": [
    "2 ! no_mobile",
    "3 +966501234567 | Saudi Without Plus",
    "4 +971501234567 | Emirati Without Plus",
    "5 ! no_mobile",
    "6 +96551234567 | Kuwait Without Plus",
    "7 +966501234568 | Saudi E164",
    "8 +971501234569 | Emirati 00",
    "9 +966501234570 | Saudi With Trunk Zero",
  ],
  "18_digit_missing.csv": [
    "2 ! no_mobile",
    "3 ! no_mobile",
    "4 ! no_mobile",
    "5 ! no_mobile",
    "6 ! no_mobile",
  ],
  "19_google_contacts.csv": ["2 +201001234671 | Amal Zaki", "3 ! two_numbers"],
  "22_decorated_numbers.csv": [
    "2 +201001234701 | Tel Link",
    "3 +201001234702 | Bracketed Country",
    "4 +201001234703 | Bracketed Zero",
    "5 +201001234704 | Remark",
    "6 +201001234705 | Arabic Remark",
    "7 +201001234706 | Hyphens",
    "8 +201001234707 | Blanks",
    "9 +201001234708 | Country And Zero",
  ],
  "25_presentation_forms.csv": [
    "2 +201001234731 | محمد طه",
    "3 +201001234732 | Renée Ångström",
    "4 +201001234733 | محمد",
    "5 +201001234734 | محمّد سالم",
  ],
  "26_open_quote.csv": [
    "2 ! open quote",
    "3 +201001234742 | Bassem Nour",
    '4 +201001234743 | The "Best" Shop',
    '5 +201001234744 | 5" pipe',
  ],
  "28_workbook_named.csv": ["2 +201001234761 | Amal Zaki"],
  "31_title_above_header.csv": ["4 +201001234791 | Amal Zaki"],
};

test("every file is tried", () => {
  expect(Object.keys(EXPECTED)).toEqual(readdirSync(FOLDER).filter((name) => name.endsWith(".csv")));
});

test.each(Object.entries(EXPECTED))("%s is read, asked about and refused as told", async (name, lines) => {
  expect(await outcomeOf(name)).toEqual(lines);
});
