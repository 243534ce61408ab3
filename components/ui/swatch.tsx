/** A colour that a person chose, for the eye only: drawn, because pages allow no styles in their markup. */
export function Swatch({ color }: { color: string | null }) {
  return (
    <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0 rounded-full border border-line-strong">
      {color !== null && <rect width="12" height="12" fill={color} />}
    </svg>
  );
}
