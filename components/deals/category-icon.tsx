import {
  BookOpen,
  Coffee,
  HeartPulse,
  type LucideIcon,
  Plane,
  Shirt,
  ShoppingBasket,
  Smartphone,
  Sofa,
  Tag,
  Utensils,
} from "lucide-react";

/** The icons that a category can be given, by their names. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  "book-open": BookOpen,
  coffee: Coffee,
  "heart-pulse": HeartPulse,
  plane: Plane,
  shirt: Shirt,
  "shopping-basket": ShoppingBasket,
  smartphone: Smartphone,
  sofa: Sofa,
  utensils: Utensils,
};

/** The sign of a category; a tag for one that has none of its own. */
export function CategoryIcon({ name, className }: { name: string; className?: string }) {
  const Icon = ICONS[name] ?? Tag;
  return <Icon aria-hidden className={className} />;
}
