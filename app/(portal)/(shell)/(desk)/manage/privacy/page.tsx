import { PrivacyPage } from "@/components/privacy/privacy-page";
import { privacyPortal } from "@/lib/areas/privacy/portal";
import { definePage } from "../../../define-page";

const { generateMetadata, Page } = definePage({
  path: "/manage/privacy",
  title: "privacy.title",
  reads: (ahead) => [
    ahead(privacyPortal.requests),
    ahead(privacyPortal.retention),
    ahead(privacyPortal.breaches),
  ],
  show: () => <PrivacyPage />,
});

export { generateMetadata, Page as default };
