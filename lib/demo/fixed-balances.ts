/** The balances that documentation, examples and tests rely on. */
export const FIXED_BALANCES: Readonly<Record<string, number>> = {
  "100001": 1_000,
  "100002": 5_000,
  "100003": 2_000,
  "100004": 300,
  "100005": 300,
  "100006": 0,
  "100007": 300,
  "100008": 300,
  "100009": 0,
  "100010": 0,
};
