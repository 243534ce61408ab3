import { portalQuery } from "@/components/kit/query";
import { certificationSchema } from "@/lib/areas/certification/schemas";

/** How far a test client has come; asked for again while the page is open, because its maker is at work. */
export const certificationQuery = (clientId: number) =>
  portalQuery({
    key: ["clients", "certification", clientId],
    answer: certificationSchema,
    path: `manage/clients/${clientId}/certification`,
    refetchInterval: 5_000,
  });
