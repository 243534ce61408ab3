/** Whether the keyboard is a Mac's. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Printed keys of a shortcut: "Mod+K" is two. */
export function printedOf(key: string): string[] {
  if (key === "Escape") return ["Esc"];
  const [modifier, letter] = key.split("+");
  return modifier === "Mod" && letter ? [isApple() ? "⌘" : "Ctrl", letter] : [key];
}
