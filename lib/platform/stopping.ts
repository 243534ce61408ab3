import { processSingleton } from "./process-singleton";

/** Of this process: aborted once the process takes no new work. Answers that wait for news are given then. */
export const stopping = (): AbortController => processSingleton("stopping", () => new AbortController());
