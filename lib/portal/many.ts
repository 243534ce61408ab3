import type { AdminActor } from "@/lib/portal/acts/actor";
import type { ManyAnswer } from "@/lib/portal/wire/many";
import { type AdminCall, adminActor } from "./administration";
import { answerRefusal } from "./refusal";

/**
 * Does one act to each of some records, one after the other: each by its own right, in its own transaction and with its own row of the
 * audit log. A refusal names its own record, in the words in which it would be refused alone, and stops no other. A record that is named
 * twice is done once (rules.md §17).
 */
export async function actOnEach<Item extends { id: number }>(
  call: AdminCall & { body: { records: readonly Item[]; isUndo?: boolean | undefined } },
  act: (actor: AdminActor, record: Item) => Promise<{ version: number }>,
): Promise<ManyAnswer> {
  const { records, isUndo } = call.body;
  const actor = { ...adminActor(call), isUndo };
  const results: ManyAnswer["results"] = [];
  for (const record of new Map(records.map((one) => [one.id, one])).values()) {
    try {
      const { version } = await act(actor, record);
      results.push({ id: record.id, version, refusal: null });
    } catch (error) {
      const { code, message, fields } = answerRefusal(error, call.requestId).body.error;
      // The problem of its only field says more than that a field is wrong.
      const [problem] = Object.values(fields ?? {});
      results.push({ id: record.id, version: null, refusal: { code, message: problem ?? message } });
    }
  }
  return { results };
}
