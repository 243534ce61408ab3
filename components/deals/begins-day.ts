/**
 * Whether a day of the time zone begins at the moment. That is midnight, but for the day in spring on which clocks are put
 * forward at midnight.
 */
export function beginsDay(moment: Date, timeZone: string | undefined): boolean {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "short", ...(timeZone && { timeZone }) });
  return day.format(moment) !== day.format(new Date(moment.getTime() - 1));
}
