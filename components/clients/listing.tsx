/** A text of a machine, line by line as it is: what is too long scrolls inside, and by keyboard as well. */
export function Listing({ label, text }: { label: string; text: string }) {
  return (
    <section
      dir="ltr"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-xl border border-line bg-sunken p-3 font-mono text-sm"
    >
      <pre>{text}</pre>
    </section>
  );
}
