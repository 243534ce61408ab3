/** Safari reads the file after the click. */
const KEPT_MS = 60_000;

/** Hands a text to the browser as a file to keep. The browser makes the file and sends it nowhere. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
