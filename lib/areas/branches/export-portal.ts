import type { CsvColumn } from "@/lib/platform/csv";
import { formatMsisdn } from "@/lib/platform/msisdn";
import { chosenFile } from "@/lib/portal/chosen-file";
import type { Call } from "@/lib/portal/serve";
import { exportBranches } from "./branches";
import type { branches } from "./contract";
import type { BranchView } from "./record";
import { BRANCH_FILE_NAMES } from "./words";

/** The chosen branches as a CSV file, with the columns that the import reads. */
export async function branchExport(call: Call<typeof branches.export>): Promise<Response> {
  const rows = await exportBranches(call.context, call.admin, call.query);
  return chosenFile(call, "branches", () => COLUMNS, rows);
}

const COLUMNS: readonly CsvColumn<BranchView>[] = [
  { header: BRANCH_FILE_NAMES.msisdn, cell: ({ msisdn }) => formatMsisdn(msisdn) },
  { header: BRANCH_FILE_NAMES.nameEn, cell: ({ nameEn }) => nameEn },
  { header: BRANCH_FILE_NAMES.nameAr, cell: ({ nameAr }) => nameAr },
  { header: BRANCH_FILE_NAMES.addressEn, cell: ({ addressEn }) => addressEn },
  { header: BRANCH_FILE_NAMES.addressAr, cell: ({ addressAr }) => addressAr },
  { header: BRANCH_FILE_NAMES.phone, cell: ({ phone }) => phone },
  { header: BRANCH_FILE_NAMES.latitude, cell: ({ latitude }) => latitude },
  { header: BRANCH_FILE_NAMES.longitude, cell: ({ longitude }) => longitude },
  { header: { en: "Open", ar: "مفتوح" }, cell: ({ isActive }) => isActive },
];
