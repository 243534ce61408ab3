const TEAR_PX = 5;
/** Figures over bars of one group stand over each other: they are wider than bars. */
const LABEL_LINE = 12;
type Box = Record<"x" | "y" | "width" | "height", number>;

/** A bar; one that goes beyond the axis is torn below its end and says what it really comes to: `whole`, at the `level` of its place in a group. */
export function CutBar({ x, y, width, height, whole, level }: Box & { whole: string | null; level: number }) {
  const radius = Math.min(3, width / 2, height);
  const box = `M${x},${y + height}V${y + radius}q0,${-radius} ${radius},${-radius}h${width - 2 * radius}q${radius},0 ${radius},${radius}V${y + height}Z`;
  if (whole === null) return <path d={box} />;
  const middle = x + width / 2;
  const tear = y + 12;
  return (
    <g>
      <path d={box} />
      <path
        d={`M${x - 1},${tear + TEAR_PX}L${middle},${tear}L${x + width + 1},${tear + TEAR_PX}v4L${middle},${tear + 4}L${x - 1},${tear + TEAR_PX + 4}Z`}
        fill="var(--surface)"
      />
      <text
        x={middle}
        y={y - 5 - level * LABEL_LINE}
        textAnchor="middle"
        fontSize={11}
        fontWeight={600}
        fill="var(--ink)"
      >
        {whole}
      </text>
    </g>
  );
}
