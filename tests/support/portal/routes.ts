import { AREAS } from "@/app/api/portal/areas";
import { routeOf } from "@/lib/portal/serve";

/** Every route of the portal's API, so that a new one cannot be forgotten. Parameters stand in brackets. */
export const PORTAL_ROUTES = AREAS.flatMap((area) =>
  Object.values(area).map((served) => ({
    method: served.endpoint.method as string,
    path: `/api/portal/${served.endpoint.path.replace(/:(\w+)/g, "[$1]")}`,
    route: routeOf(served),
  })),
).map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
