"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { portalFetch } from "@/components/kit/fetch";
import type { Certification } from "@/lib/areas/certification/schemas";
import { certificationQuery } from "./queries";

function useKeepCertification(clientId: number) {
  const cache = useQueryClient();
  return (certification: Certification) =>
    cache.setQueryData(certificationQuery(clientId).queryKey, certification);
}

export function useIssueCertificate(clientId: number) {
  const onSuccess = useKeepCertification(clientId);
  return useMutation({
    mutationFn: (body: { maker: string }) =>
      portalFetch(
        async () => (await import("@/lib/areas/certification/schemas")).certificationSchema,
        `manage/clients/${clientId}/certification/certificates`,
        {
          method: "POST",
          body,
        },
      ),
    onSuccess,
  });
}

export function useRevokeCertificate(clientId: number) {
  const onSuccess = useKeepCertification(clientId);
  return useMutation({
    mutationFn: (certificateId: number) =>
      portalFetch(
        async () => (await import("@/lib/areas/certification/schemas")).certificationSchema,
        `manage/clients/${clientId}/certification/certificates/${certificateId}/revoke`,
        { method: "POST" },
      ),
    onSuccess,
  });
}
