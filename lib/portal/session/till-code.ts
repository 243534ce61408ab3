/** Digits of the code that a device shows until it is registered. */
export const TILL_CODE_LENGTH = 6;
/** Digits of the code that registers several devices of a branch. */
export const BRANCH_CODE_LENGTH = 8;
