"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type MapTiles, MapTilesContext } from "@/components/kit/map/tiles";
import { createQueryClient } from "@/components/kit/query-client";
import { MeContext, meQuery, useFreshMe } from "@/components/kit/use-me";
import type { Me } from "@/lib/areas/account/schemas";
import { setPagePerson } from "@/lib/portal/page-own";
import { ShortcutsProvider } from "./shortcuts";

/** Context of signed-in users' pages: the cache of the server's data, with the signed-in person already in it. */
export function PortalProviders({
  me,
  mapTiles,
  children,
}: {
  me: Me;
  mapTiles: MapTiles | null;
  children: ReactNode;
}) {
  const [client] = useState(() => {
    const created = createQueryClient();
    created.setQueryData(meQuery.queryKey, me);
    setPagePerson(me.user.id);
    return created;
  });
  return (
    <QueryClientProvider client={client}>
      <MeProvider>
        <MapTilesContext value={mapTiles}>
          <ShortcutsProvider>{children}</ShortcutsProvider>
        </MapTilesContext>
      </MeProvider>
    </QueryClientProvider>
  );
}

function MeProvider({ children }: { children: ReactNode }) {
  return <MeContext value={useFreshMe()}>{children}</MeContext>;
}
