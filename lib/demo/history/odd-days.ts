import { createHash } from "node:crypto";
import { moneyOf } from "@/lib/platform/money";
import { daysBefore } from "../days";
import type { Place, World } from "./world";

// Findings for the radar: three people of the first merchant whose last days are out of the ordinary.

/** A customer who gets many of the rewards of one person. */
const FAVOURITE = "100270";
/** A wallet whose mobile number is that of the person who rewards it. */
const OWN = "100280";
/** Customers of a night on which nobody works. */
const OF_THE_NIGHT = ["100271", "100272", "100273", "100274"] as const;

const SMOUHA = { portal: "smouha", branch: "01000000004" } as const;
const TANTA = { portal: "tanta", branch: "01000000005" } as const;
const MAADI = { portal: "maadi", branch: "01000000002" } as const;

/** Staff of the demo data who have a wallet of their own, by user name. */
export const OWN_WALLETS: Readonly<Record<string, string>> = { [MAADI.portal]: OWN };

const MINUTE_OF_NIGHT = 3 * 60 + 10;

/** The three, in the last week but not in the last two days, which others look at line by line. */
export function scheduleOddDays(world: World, now: Date): void {
  for (let daysAgo = 7; daysAgo >= 3; daysAgo -= 1)
    for (let visit = 0; visit < 4; visit += 1)
      plan(world, now, {
        daysAgo,
        minute: 640 + visit * 170,
        place: SMOUHA,
        walletCode: FAVOURITE,
        value: 90 + visit * 35,
      });
  for (const [visit, walletCode] of OF_THE_NIGHT.entries())
    plan(world, now, {
      daysAgo: 3,
      minute: MINUTE_OF_NIGHT + visit * 6,
      place: TANTA,
      walletCode,
      value: 150 + visit * 20,
    });
  for (const daysAgo of [5, 3])
    plan(world, now, { daysAgo, minute: 1_015, place: MAADI, walletCode: OWN, value: 240 });
}

function plan(
  world: World,
  now: Date,
  {
    daysAgo,
    minute,
    place,
    walletCode,
    value,
  }: { daysAgo: number; minute: number; place: Place; walletCode: string; value: number },
): void {
  const key = `DEMO-ODD-${walletCode}-${daysAgo}-${minute}`;
  const reference = { key, requestHash: createHash("sha256").update(key).digest("base64") };
  world.schedule({
    at: daysBefore(now, daysAgo, minute),
    walletCode,
    // An event without a branch keeps its own minute and shares it with nothing.
    branch: null,
    ask: () => ({
      type: "reward",
      walletCode,
      value: moneyOf(value),
      invoiceDate: world.moment,
      actor: world.actor(place),
      reference,
      invoiceNumber: `INV-${daysAgo}${minute}`,
    }),
  });
}
