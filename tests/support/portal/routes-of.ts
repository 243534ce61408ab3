import { routeOf, type Served } from "@/lib/portal/serve";
import type { PortalRoute } from "@/lib/portal/with-portal";

/** The routes of an area, by the names of its endpoints. */
export function routesOf<Area extends object>(area: Area): { [Name in keyof Area]: PortalRoute } {
  const routes = Object.entries(area).map(([name, served]: [string, Served]) => [name, routeOf(served)]);
  return Object.fromEntries(routes) as { [Name in keyof Area]: PortalRoute };
}
