"use client";

import { lazyPart } from "./lazy-part";
import type { DialogProps, OverlayProps } from "./open-dialog";

/** Dialogs are large and no page begins with one: they come with the first one, or before, when there is time. */
export const loadDialogs = () => import("./open-dialog");

const OpenDialog = lazyPart<DialogProps & Closable>(async () => (await loadDialogs()).OpenDialog);
const OpenDrawer = lazyPart<OverlayProps & Closable>(async () => (await loadDialogs()).OpenDrawer);

/** One that cannot be fetched can be given up. */
interface Closable {
  onClose: () => void;
}

/** Something to read or answer before going on; on a phone it rises from the lower edge. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} onClose={() => props.onOpenChange(false)} /> : null;
}

/**
 * A panel at the end side of the page, for the details of something in a list, or for an act on it. The panel ends above a keyboard on the
 * screen, and one that opens over another leaves the page as dark as it is.
 */
export function Drawer(props: OverlayProps) {
  return props.isOpen ? <OpenDrawer {...props} onClose={() => props.onOpenChange(false)} /> : null;
}
