const DAY_MS = 86_400_000;
const LOCK_MS = 15 * 60_000;

/** What happened at one merchant's tills. */
interface Tills {
  wrong: number[];
  inRow: number;
  lockedUntil: number;
}

/** A PIN with every attempt ever made on it. */
export class PinModel {
  private readonly tills = new Map<number | null, Tills>();
  private isDead = false;

  constructor(readonly version: number) {}

  isLocked(now: Date, merchantId: number | null): boolean {
    return this.isDead || now.getTime() < this.at(merchantId).lockedUntil;
  }

  attempt(isCorrect: boolean, now: Date, merchantId: number | null): void {
    const at = now.getTime();
    const tills = this.at(merchantId);
    tills.inRow = isCorrect ? 0 : tills.inRow + 1;
    if (isCorrect) return;
    tills.wrong.push(at);
    const ofLastDay = ({ wrong }: Tills) => wrong.filter((earlier) => at - earlier < DAY_MS).length;
    if (ofLastDay(tills) >= 10) tills.lockedUntil = Number.POSITIVE_INFINITY;
    else if (tills.inRow >= 5) tills.lockedUntil = at + LOCK_MS;
    if (at < tills.lockedUntil) tills.inRow = 0;
    let counted = 0;
    for (const others of this.tills.values()) counted += Math.min(5, ofLastDay(others));
    if (counted >= 10) this.isDead = true;
  }

  private at(merchantId: number | null): Tills {
    const tills = this.tills.get(merchantId) ?? { wrong: [], inRow: 0, lockedUntil: 0 };
    this.tills.set(merchantId, tills);
    return tills;
  }
}
