/**
 * A page script: this browser writes dates and money as another release of `Intl` does. Short names of months, blanks and padded hours are
 * others; numbers and clocks are the same.
 */
export function writeOtherwise(): void {
  const other = (text: string) =>
    text
      .replace("Sept", "Sep")
      .replace(/(^|[^0-9:])(\d):(\d\d)/g, "$10$2:$3")
      .replace(/\u00a0/g, "\u202f");
  type Method = (...parts: unknown[]) => unknown;
  const replace = (of: object, name: string, make: (own: Method) => Method) => {
    const own = Reflect.get(of, name) as Method | undefined;
    if (own !== undefined)
      Object.defineProperty(of, name, { value: make(own), configurable: true, writable: true });
  };
  for (const { prototype } of [Intl.DateTimeFormat, Intl.NumberFormat]) {
    const own = Object.getOwnPropertyDescriptor(prototype, "format");
    Object.defineProperty(prototype, "format", {
      configurable: true,
      get() {
        const format = own?.get?.call(this) as (value: unknown) => string;
        return (value: unknown) => other(format(value));
      },
    });
    for (const name of ["formatToParts", "formatRangeToParts"])
      replace(
        prototype,
        name,
        (parts) =>
          function (this: unknown, ...of) {
            return (parts.apply(this, of) as Intl.DateTimeFormatPart[]).map(({ type, value }) => ({
              type,
              value: type === "hour" ? value.padStart(2, "0") : other(value),
            }));
          },
      );
    replace(
      prototype,
      "formatRange",
      (range) =>
        function (this: unknown, ...of) {
          return other(range.apply(this, of) as string);
        },
    );
  }
  const written = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"];
  for (const prototype of [Date.prototype, Number.prototype])
    for (const name of written)
      replace(
        prototype,
        name,
        (write) =>
          function (this: unknown, ...of) {
            return other(write.apply(this, of) as string);
          },
      );
}
