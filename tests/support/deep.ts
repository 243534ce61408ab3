/**
 * Whether this is a run of `npm run test:deep`. A test that only such a run needs is declared by `test.runIf(isDeep)`, beside the
 * one that proves the same in short.
 */
export const isDeep = process.env.TEST_DEPTH === "deep";
