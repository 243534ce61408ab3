import { DomainError } from "@/lib/ledger/rules/errors";

/** The versions of the interface that exist (rules.md §12). */
export type Version = "v1";
export const VERSION: Version = "v1";

/** From when on each version is on its way out; a version that is not named stays. */
export type Deprecations = Readonly<Partial<Record<Version, Date>>>;

/** So long a version is still answered once it is on its way out. */
const NOTICE_MONTHS = 12;
/** Where it is told what replaces a version. */
const NOTICE_PAGE = "/docs/en/versions";

/** The moment at which a version that is on its way out is no longer answered. */
export function sunsetOf(deprecatedFrom: Date): Date {
  const sunset = new Date(deprecatedFrom);
  sunset.setUTCMonth(sunset.getUTCMonth() + NOTICE_MONTHS);
  return sunset;
}

/**
 * The headers of every answer of a version that is on its way out: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and
 * `Link`. None for a version that stays, or whose notice has not begun.
 */
export function deprecationHeaders(deprecations: Deprecations, now: Date): Readonly<Record<string, string>> {
  const from = deprecations[VERSION];
  if (from === undefined || from > now) return {};
  return {
    Deprecation: `@${Math.floor(from.getTime() / 1000)}`,
    Sunset: sunsetOf(from).toUTCString(),
    Link: `<${NOTICE_PAGE}>; rel="deprecation"; type="text/html", <${NOTICE_PAGE}>; rel="sunset"; type="text/html"`,
  };
}

/** @throws DomainError 1008 once the version is no longer answered */
export function refuseRetired(deprecations: Deprecations, now: Date): void {
  const from = deprecations[VERSION];
  if (from !== undefined && sunsetOf(from) <= now) throw new DomainError(1008);
}
