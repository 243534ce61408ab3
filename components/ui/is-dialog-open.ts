/** Dialogs that cover the page, the uppermost at the end. A toast is a dialog to screen readers, and covers nothing. */
export function openDialogs(): Element[] {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  return [...dialogs].filter((dialog) => dialog.closest(".toasts") === null);
}

/** Whether a dialog covers the page and waits for an answer. */
export function isDialogOpen(): boolean {
  return openDialogs().length > 0;
}
