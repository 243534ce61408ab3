"use client";

import { lazyPart } from "./lazy-part";
import type { DialogProps, OverlayProps } from "./open-dialog";

/** Dialogs are large and no page begins with one: they come with the first one, or before, when there is time. */
export const loadDialogs = () => import("./open-dialog");

/** Something to read or answer before going on; on a phone it rises from the lower edge. */
export const Dialog = lazyPart<DialogProps>(async () => (await loadDialogs()).OpenDialog);

/**
 * A panel at the end side of the page, for the details of something in a list, or for an act on it. The panel ends above a keyboard on the
 * screen, and one that opens over another leaves the page as dark as it is.
 */
export const Drawer = lazyPart<OverlayProps>(async () => (await loadDialogs()).OpenDrawer);
