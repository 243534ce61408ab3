/**
 * Whether a day of the time zone begins at this moment: midnight, except on a day on which clocks go forward at
 * midnight.
 */
export function beginsDay(moment: Date, timeZone: string | undefined): boolean {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "short", ...(timeZone && { timeZone }) });
  return day.format(moment) !== day.format(new Date(moment.getTime() - 1));
}
