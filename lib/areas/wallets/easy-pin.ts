/** Down the middle of a keypad. */
const KEYPAD: ReadonlySet<string> = new Set(["2580", "0852"]);

/** Whether a PIN is easy to guess for anyone, whoever the customer is (rules.md §9). Pure: the customer's own display asks as well. */
export function isEasyPin(pin: string): boolean {
  return KEYPAD.has(pin) || isRow(pin) || isRepeated(pin) || isPairs(pin);
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
