import { ensureBuilt } from "../../scripts/build.mjs";

/** What runs in the built service is run in one that is built from the tree as it is; both of its doors in deep runs alone. */
export const setup = () => ensureBuilt({ isWhole: process.env.TEST_DEPTH === "deep" });
