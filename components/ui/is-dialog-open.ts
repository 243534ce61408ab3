/** Whether something covers the page and waits for an answer. A toast is a dialog to screen readers, and waits for none. */
export function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  return [...dialogs].some((dialog) => dialog.closest(".toasts") === null);
}
