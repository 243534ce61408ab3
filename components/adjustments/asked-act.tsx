import { MonthChanges } from "@/components/reports/month-changes";
import type { AskedAdjustment } from "@/lib/areas/adjustments/schemas";
import { useAskedText } from "./asked-text";

/** An act in a sentence, and under the opening of a month each figure that would be told differently. */
export function AskedAct({ asked }: { asked: Pick<AskedAdjustment, "kind" | "summary"> }) {
  const askedText = useAskedText();
  const { monthChanges } = asked.summary;
  return (
    <>
      <p className="font-medium">{askedText(asked)}</p>
      {monthChanges != null && <MonthChanges changes={JSON.parse(monthChanges)} />}
    </>
  );
}
