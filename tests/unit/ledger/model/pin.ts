const DAY_MS = 86_400_000;
const LOCK_MS = 15 * 60_000;

/** A PIN with every attempt ever made on it. */
export class PinModel {
  private readonly wrong: number[] = [];
  private inRow = 0;
  private lockedUntil = 0;

  constructor(readonly version: number) {}

  isLocked(now: Date): boolean {
    return now.getTime() < this.lockedUntil;
  }

  attempt(isCorrect: boolean, now: Date): void {
    const at = now.getTime();
    this.inRow = isCorrect ? 0 : this.inRow + 1;
    if (isCorrect) return;
    this.wrong.push(at);
    const ofLastDay = this.wrong.filter((earlier) => at - earlier < DAY_MS).length;
    if (ofLastDay >= 10) this.lockedUntil = Number.POSITIVE_INFINITY;
    else if (this.inRow >= 5) this.lockedUntil = at + LOCK_MS;
    if (this.isLocked(now)) this.inRow = 0;
  }
}
