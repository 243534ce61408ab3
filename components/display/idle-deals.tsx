"use client";

import { useEffect, useState } from "react";
import { useInLanguage } from "@/components/kit/use-language";
import type { DisplayDeals } from "@/lib/areas/display/schemas";
import { readDeals } from "./link";

/** Deals are changed a few times a day. */
const READ_EVERY_MS = 10 * 60_000;
/** Three stand beside each other, and make way for the next ones. */
const SHOWN = 3;
const TURN_EVERY_MS = 12_000;

/** The merchant's live deals, while the display waits for a customer. */
export function IdleDeals() {
  const inLanguage = useInLanguage();
  const [deals, setDeals] = useState<DisplayDeals["deals"]>([]);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const read = () =>
      readDeals().then(
        ({ deals }) => setDeals(deals),
        () => undefined,
      );
    void read();
    const reading = setInterval(read, READ_EVERY_MS);
    const turning = setInterval(() => setTurn((before) => before + 1), TURN_EVERY_MS);
    return () => {
      clearInterval(reading);
      clearInterval(turning);
    };
  }, []);
  const pages = Math.max(1, Math.ceil(deals.length / SHOWN));
  const from = (turn % pages) * SHOWN;
  return (
    <ul className="grid w-full gap-4 sm:grid-cols-3">
      {deals.slice(from, from + SHOWN).map(({ id, title, image }) => (
        <li key={id} className="overflow-hidden rounded-2xl border border-line bg-surface">
          {image !== "" && (
            // biome-ignore lint/performance/noImgElement: images are stored with the data, sized and served by their hash.
            <img src={image} alt="" className="aspect-3/2 w-full bg-sunken object-cover" />
          )}
          <bdi className="block p-3 font-medium text-lg">{inLanguage(title)}</bdi>
        </li>
      ))}
    </ul>
  );
}
