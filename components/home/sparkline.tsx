const WIDTH = 140;
const HEIGHT = 36;
const GAP = 3;
/** A day without anything is seen as one. */
const LEAST = 1.5;

/** A bar for each day, the last of them today. `label` says what it shows; right-to-left pages read it from the right. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(...values, 1);
  const step = WIDTH / values.length;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-3 block h-9 w-full rtl:-scale-x-100"
    >
      {values.map((value, place) => {
        const height = Math.max((value / most) * HEIGHT, LEAST);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place.
            key={place}
            x={place * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
            rx={1}
            className={place === values.length - 1 ? "fill-accent" : "fill-line-strong"}
          />
        );
      })}
    </svg>
  );
}
