const MINUTE_MS = 60_000;
/** Past the change itself, which a device may place some minutes elsewhere. */
const HOUR_MS = 3_600_000;

/**
 * Has every formatter of this device write times of the programme's zone by the server's offsets, where the device's own tables know
 * others: old Android devices have no summer time for Cairo. Nothing changes on a device that agrees with the server. `known`: the zone, and
 * each offset in minutes with the minute since 1970 from which it counts (`zoneOffsets`).
 */
export function mendClock(known: string): void {
  const [zone = "", ...numbers] = known.split(" ");
  // A page that was kept by the release before says nothing of its zone.
  if (numbers.length === 0) return;
  const spans: { offset: number; from: number }[] = [];
  for (let place = 0; place + 1 < numbers.length; place += 2)
    spans.push({ offset: Number(numbers[place]), from: Number(numbers[place + 1]) * MINUTE_MS });
  const Own = Intl.DateTimeFormat;
  const offsetHere = deviceOffsets(new Own("en-US", { ...PARTS, timeZone: zone }));
  if (spans.every(({ offset, from }) => offsetHere(from + HOUR_MS) === offset)) return;
  /** The instant at which this device shows what the server shows at another. */
  const shown = (date: Date | number | bigint = Date.now()) => {
    const instant = Number(date);
    const offset = spans.findLast(({ from }) => from <= instant)?.offset ?? spans[0]?.offset;
    if (Number.isNaN(instant) || offset === undefined) return instant;
    return instant + (offset - offsetHere(instant)) * MINUTE_MS;
  };
  const make = (locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) => {
    const format = new Own(locales, options);
    return (options?.timeZone ?? format.resolvedOptions().timeZone) === zone
      ? shifted(format, shown)
      : format;
  };
  Intl.DateTimeFormat = new Proxy(Own, {
    construct: (_target, [locales, options]) => make(locales, options),
    apply: (_target, _this, [locales, options]) => make(locales, options),
  });
}

const PARTS: Intl.DateTimeFormatOptions = {
  hourCycle: "h23",
  ...({ year: "numeric", month: "numeric", day: "numeric" } as const),
  ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
};

/** The offset in minutes by which a formatter shows an instant. */
function deviceOffsets(format: Intl.DateTimeFormat): (instant: number) => number {
  return (instant) => {
    const part = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    const wall = Date.UTC(year, month - 1, day, hour, minute, second);
    return Math.round((wall - instant) / MINUTE_MS);
  };
}

/** A formatter that is given other instants than it is asked for. */
function shifted(
  format: Intl.DateTimeFormat,
  shown: (date?: Date | number | bigint) => number,
): Intl.DateTimeFormat {
  const own = {
    format: (date?: Date | number) => format.format(shown(date)),
    formatToParts: (date?: Date | number) => format.formatToParts(shown(date)),
    formatRange: (from: Date | number, to: Date | number) => format.formatRange(shown(from), shown(to)),
    formatRangeToParts: (from: Date | number, to: Date | number) =>
      format.formatRangeToParts(shown(from), shown(to)),
    resolvedOptions: () => format.resolvedOptions(),
  };
  return Object.setPrototypeOf(own, Intl.DateTimeFormat.prototype) as Intl.DateTimeFormat;
}
