/** Down the middle of a keypad. */
const KEYPAD: ReadonlySet<string> = new Set(["2580", "0852"]);

/** Facts about a customer that others know. */
export interface KnownOfCustomer {
  /** ISO date. */
  birthDate?: string | null | undefined;
  /** E.164. */
  contactMsisdn: string;
  walletCode?: string | undefined;
}

/**
 * Whether a PIN is one that everybody tries first (rules.md §9): one digit repeated, digits in a row, a part repeated, pairs,
 * and what others know: the day or year of birth, the end of the mobile number or of the card's code. Pure.
 */
export function isCommonPin(pin: string, known: KnownOfCustomer): boolean {
  return (
    KEYPAD.has(pin) ||
    isRow(pin) ||
    isRepeated(pin) ||
    isPairs(pin) ||
    partsOfDay(known.birthDate ?? "").includes(pin) ||
    known.contactMsisdn.endsWith(pin) ||
    known.walletCode?.endsWith(pin) === true
  );
}

/** 1234, 9876, 7890, 0000: each digit as far from the one before as the next. */
function isRow(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  return [0, 1, 9].some((step) => steps.every((other) => other === step));
}

/** 1212, 123123, 121212. */
function isRepeated(pin: string): boolean {
  return [2, 3].some(
    (length) => pin.length % length === 0 && pin.length > length && pin === repeated(pin, length),
  );
}

function repeated(pin: string, length: number): string {
  return pin.slice(0, length).repeat(pin.length / length);
}

/** 1122, 445566. */
function isPairs(pin: string): boolean {
  return /^(?:(\d)\1){2,3}$/.test(pin);
}

/** 1990, 1705, 0517, 170590, 051790, 900517. */
function partsOfDay(birthDate: string): string[] {
  const [, century, year, month, day] = /^(\d\d)(\d\d)-(\d\d)-(\d\d)$/.exec(birthDate) ?? [];
  if (century === undefined) return [];
  return [
    `${century}${year}`,
    `${day}${month}`,
    `${month}${day}`,
    `${day}${month}${year}`,
    `${month}${day}${year}`,
    `${year}${month}${day}`,
  ];
}
