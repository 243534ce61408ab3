import { ensureBuilt } from "../../scripts/build.mjs";

/** What runs in the built service is run in one that is built from the tree as it is. */
export const setup = ensureBuilt;
