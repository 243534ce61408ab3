import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { formatLocalDate } from "@/lib/platform/time";
import { thisMoment } from "./administration";
import { languageOfRequest } from "./cookies";

/** The chosen records of a list as a CSV file in the reader's language, named by the list and the programme's day. */
export function chosenFile<Row>(
  { request }: { request: Request },
  name: string,
  columns: (timeZone: string) => readonly CsvColumn<Row>[],
  rows: readonly Row[],
): Response {
  const { timeZone, now } = thisMoment();
  const dated = `${name} ${formatLocalDate(now, timeZone)}`;
  return new Response(csvStream(columns(timeZone), rows, languageOfRequest(request.headers)), {
    headers: csvHeaders({ name: dated, plainName: dated }),
  });
}
