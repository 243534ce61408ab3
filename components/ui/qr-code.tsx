import encodeQR from "qr";
import { cx } from "@/components/ui/cx";

/** White modules around the code: scanners need them (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A text as a QR code, drawn sharp at any size, black on white whatever the theme. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const size = modules.length;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx("bg-white", className)}
    >
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? "1" : "0"))
          .join("")
          .matchAll(/1+/g),
      ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join("");
}
