import { AREAS } from "@/app/api/portal/areas";
import { routeOf } from "@/lib/portal/serve";
import type { PortalRoute } from "@/lib/portal/with-portal";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Route files of areas that have no contract yet. */
const modules = import.meta.glob<Record<string, unknown>>(
  ["/app/api/portal/**/route.ts", "!/app/api/portal/[[]...path[]]/**"],
  { eager: true },
);
const files = Object.entries(modules).flatMap(([file, module]) =>
  Object.entries(module)
    .filter(([name]) => METHODS.includes(name))
    .map(([method, route]) => ({
      method,
      path: file.replace(/^\/app(.*)\/route\.ts$/, "$1"),
      route: route as PortalRoute,
    })),
);

/** Every route of the portal's API, so that a new one cannot be forgotten. Parameters stand in brackets. */
export const PORTAL_ROUTES = [
  ...files,
  ...AREAS.flatMap((area) =>
    Object.values(area).map((served) => ({
      method: served.endpoint.method as string,
      path: `/api/portal/${served.endpoint.path.replace(/:(\w+)/g, "[$1]")}`,
      route: routeOf(served),
    })),
  ),
].map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
