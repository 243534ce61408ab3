import { ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const PATH = "account/lists/:list";
/** Every answer is all that the user has made of the list, as it is then. */
const ofList = {
  may: ROLES,
  reach: "self",
  params: "listParamsSchema",
  answer: "listChoicesSchema",
} as const;
const ofView = { ...ofList, params: "listViewParamsSchema" } as const;

export const lists = contract("account", () => import("./schemas"), {
  listChoices: { route: `GET ${PATH}`, ...ofList, freshMs: 5 * 60_000 },
  saveListView: { route: `POST ${PATH}/views`, body: "saveListViewSchema", ...ofList },
  changeListView: { route: `PATCH ${PATH}/views/:viewId`, body: "changeListViewSchema", ...ofView },
  removeListView: { route: `DELETE ${PATH}/views/:viewId`, ...ofView },
  hideColumns: { route: `PUT ${PATH}/columns`, body: "hideColumnsSchema", ...ofList },
});
