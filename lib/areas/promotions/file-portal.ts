import { columnsByHeader, plainHeader } from "@/lib/platform/csv";
import { toLatinDigits } from "@/lib/platform/digits";
import { plainCell } from "@/lib/platform/table/cells";
import { type ColumnRules, cellsByColumn } from "@/lib/platform/table/match";
import { surveyUploaded } from "@/lib/portal/uploaded-file";
import type { AgreedFile } from "@/lib/portal/wire/files";
import type { ItemsFileAnswer } from "./schemas";
import { ITEM_FILE_NAMES, ITEMS_MAX, type ItemFileColumn } from "./words";

const BY_NAME = columnsByHeader(ITEM_FILE_NAMES);
const OTHER_NAMES: Readonly<Record<string, ItemFileColumn | null>> = {
  code: "skuId",
  item: "skuId",
  sku: "skuId",
  barcode: "skuId",
  الكود: "skuId",
  الصنف: "skuId",
  name: null,
  الاسم: null,
};
const COUNT = /^\d{1,7}$/;

const RULES: ColumnRules<ItemFileColumn> = {
  columnOf: (header) => BY_NAME.get(plainHeader(header)) ?? OTHER_NAMES[plainHeader(header)],
  several: new Set(),
  looks: [["skuId", (cell) => /^[\p{L}\p{N}][\p{L}\p{N}._*-]*$/u.test(cell)]],
  isEnough: (columns) => columns.has("skuId"),
  days: {},
  exports: [],
};

/**
 * Items of a file, each code once whatever its case: a repeated one is left out. Points are null where the file says none.
 * @throws AdminError validation
 */
export async function readItemsFile(
  merchantId: number | null,
  sent: { file: string; agreed?: AgreedFile | undefined },
): Promise<ItemsFileAnswer> {
  const { table, columns, question, isClear } = await surveyUploaded({
    ...sent,
    ...{ rules: RULES, merchantId, kind: "promotions" },
  });
  if (!isClear) return { question, items: [], isPartial: false };
  const items = new Map<string, ItemsFileAnswer["items"][number]>();
  let isPartial = false;
  for await (const { cells } of table.records()) {
    const { skuId, points = "" } = cellsByColumn(columns, (cells ?? []).map(plainCell));
    const code = skuId?.slice(0, 64) ?? "";
    if (code === "" || items.has(code.toLowerCase())) continue;
    isPartial = items.size === ITEMS_MAX;
    if (isPartial) break;
    const count = toLatinDigits(points);
    items.set(code.toLowerCase(), { skuId: code, points: COUNT.test(count) ? Number(count) : null });
  }
  return { question: null, items: [...items.values()], isPartial };
}
