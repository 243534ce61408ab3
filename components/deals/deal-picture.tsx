import { cx } from "@/components/ui/cx";
import { IMAGE_WIDTHS } from "@/lib/areas/deals/words";
import { CategoryIcon } from "./category-icon";

/** Every picture is shown in this shape, whatever its own. */
const WIDTH = 1200;
const HEIGHT = 800;
/** So many pictures are fetched at once: more do not fit above the fold. */
const FIRST_COUNT = 4;

export interface DealPictureProps {
  /** Where it is served; "" when there is none, and the category's sign takes its place. */
  image: string;
  categoryIcon: string;
  /** Text for screen readers; "" where the words beside it say the same. */
  alt: string;
  /** Where it stands among the page's pictures, from 0: the first of them are fetched at once. */
  place?: number;
  /** How wide it is shown, as in HTML; the width of a row's picture unless said. */
  sizes?: string;
  className?: string;
}

/** A deal's picture. Its place has its size before it comes. */
export function DealPicture({
  image,
  categoryIcon,
  alt,
  place = FIRST_COUNT,
  sizes = "9rem",
  className,
}: DealPictureProps) {
  const shape = cx("aspect-3/2 w-full bg-sunken", className);
  if (image === "")
    return (
      <span className={cx(shape, "grid place-items-center text-ink-faint")}>
        <CategoryIcon name={categoryIcon} className="size-1/4 max-h-16" />
      </span>
    );
  return (
    // biome-ignore lint/performance/noImgElement: images are stored with the data, sized and served by their hash.
    <img
      src={image}
      srcSet={IMAGE_WIDTHS.map((width) => `${image}?width=${width} ${width}w`).join()}
      sizes={sizes}
      alt={alt}
      width={WIDTH}
      height={HEIGHT}
      loading={place < FIRST_COUNT ? "eager" : "lazy"}
      fetchPriority={place === 0 ? "high" : "auto"}
      decoding="async"
      className={cx(shape, "object-cover")}
    />
  );
}

/** A merchant's logo, beside its name. */
export function MerchantLogo({ image, className }: { image: string; className?: string }) {
  if (image === "") return null;
  return (
    // biome-ignore lint/performance/noImgElement: as above.
    <img
      src={`${image}?width=${IMAGE_WIDTHS[0]}`}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
      className={cx("shrink-0 rounded-md bg-white object-contain", className)}
    />
  );
}
