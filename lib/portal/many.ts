import type { AdminActor } from "@/lib/portal/acts/actor";
import type { ManyAnswer } from "@/lib/portal/wire/many";
import { refusalInWords } from "./refusal";

/**
 * Does one act to each of some records, one after the other: each by its own right, in its own transaction and with its own row of the
 * audit log. A refusal names its own record, in the words in which it would be refused alone, and stops no other. A record that is named
 * twice is done once (rules.md §17).
 */
export async function actOnEach<Item extends { id: number }>(
  call: { admin: AdminActor; requestId: string } & {
    body: { records: readonly Item[]; isUndo?: boolean | undefined };
  },
  act: (actor: AdminActor, record: Item) => Promise<{ version: number }>,
): Promise<ManyAnswer> {
  const { admin, body, requestId } = call;
  const { records, isUndo } = body;
  const results: ManyAnswer["results"] = [];
  for (const record of new Map(records.map((one) => [one.id, one])).values()) {
    // A second person agrees to this record alone, and the request is about all of them.
    const sent = undefined;
    try {
      const { version } = await act({ ...admin, isUndo, sent }, record);
      results.push({ id: record.id, version, refusal: null });
    } catch (error) {
      results.push({ id: record.id, version: null, refusal: refusalInWords(error, requestId) });
    }
  }
  return { results };
}
