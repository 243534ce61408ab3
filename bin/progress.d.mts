/** See progress.mjs. */
export function sayStep(step: string): void;
export function endSteps(): void;
