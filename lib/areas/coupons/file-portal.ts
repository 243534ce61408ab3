import { columnsByHeader, plainHeader } from "@/lib/platform/csv";
import { isWholeMobile, normalizeMsisdn } from "@/lib/platform/msisdn";
import { plainCell } from "@/lib/platform/table/cells";
import { type ColumnRules, cellsByColumn } from "@/lib/platform/table/match";
import { surveyUploaded } from "@/lib/portal/uploaded-file";
import type { AgreedFile } from "@/lib/portal/wire/files";
import type { CouponFileAnswer } from "./schemas";
import { COUPON_FILE_NAMES, type CouponFileColumn } from "./words";

const BY_NAME = columnsByHeader(COUPON_FILE_NAMES);
const OTHER_NAMES: Readonly<Record<string, CouponFileColumn | null>> = {
  code: "walletCode",
  wallet: "walletCode",
  mobile: "mobile",
  phone: "mobile",
  name: null,
  الاسم: null,
  الموبايل: "mobile",
};

const isMobile = (cell: string) => {
  const number = normalizeMsisdn(cell);
  return number !== null && isWholeMobile(number);
};

const RULES: ColumnRules<CouponFileColumn> = {
  columnOf: (header) => BY_NAME.get(plainHeader(header)) ?? OTHER_NAMES[plainHeader(header)],
  several: new Set(["mobile"]),
  looks: [
    ["mobile", isMobile],
    ["walletCode", (cell) => /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(cell) && /\d/.test(cell)],
  ],
  isEnough: (columns) => columns.size > 0,
  days: {},
  exports: [],
};

/** The holders of a pasted list. */
function holdersOf(list: string): string[] {
  const lines = list.split(/[\r\n,;\t]+/).map((line) => plainCell(line));
  return lines
    .filter((line) => line !== "")
    .map((line) => ((isMobile(line) && normalizeMsisdn(line)) || line).slice(0, 64));
}

/**
 * Customers of a file, line by line: by a wallet's code, or by a mobile number as E.164. A line that names nobody is left out; what is no
 * number stays as it is written, for the report.
 * @throws AdminError validation
 */
export async function readCouponFile(
  merchantId: number | null,
  sent: { file: string; agreed?: AgreedFile | undefined } | { list: string },
): Promise<CouponFileAnswer> {
  if ("list" in sent) return { question: null, holders: holdersOf(sent.list) };
  const { table, columns, question, isClear } = await surveyUploaded({
    ...sent,
    ...{ rules: RULES, merchantId, kind: "coupons" },
  });
  if (!isClear) return { question, holders: [] };
  const holders: string[] = [];
  for await (const { cells } of table.records()) {
    const { walletCode, mobile } = cellsByColumn(columns, (cells ?? []).map(plainCell));
    const holder = walletCode || (mobile && (normalizeMsisdn(mobile) ?? mobile));
    if (holder) holders.push(holder.slice(0, 64));
  }
  return { question: null, holders };
}
