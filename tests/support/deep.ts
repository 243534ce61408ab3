/**
 * Whether this is a run of `npm run test:deep`. A test that only such a run needs is declared by `test.runIf(isDeep)`, beside the
 * one that proves the same in short.
 */
export const isDeep = process.env.TEST_DEPTH === "deep";

/**
 * Languages in which a behaviour is gone through that no language changes: English in every run, Arabic too in deep ones. How pages look in
 * Arabic is looked at in every run.
 */
export const BEHAVIOUR_LANGUAGES: readonly ("en" | "ar")[] = isDeep ? ["en", "ar"] : ["en"];
