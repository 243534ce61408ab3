export const CONSENT_LENGTH_MAX = 4_000;
