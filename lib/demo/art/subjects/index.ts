import { cakeSlice, icedDrink, kanaka, takeawayCup } from "./drinks";
import { headphones, laptop, smartphone, smartwatch, washingMachine } from "./electronics";
import { dress, handbag, shirt, sneaker } from "./fashion";
import { fishPlate, grill, shrimpPot } from "./food";
import { bakery, marketBasket, pantry, summerFruit } from "./groceries";
import { bathCare, medicine, serum, skinCare } from "./health";
import { books, gift, linen, school, sofa } from "./home";
import type { Subject } from "./subject";

export const SUBJECTS = {
  bakery,
  bathCare,
  books,
  cakeSlice,
  dress,
  fishPlate,
  gift,
  grill,
  handbag,
  headphones,
  icedDrink,
  kanaka,
  laptop,
  linen,
  marketBasket,
  medicine,
  pantry,
  school,
  serum,
  shirt,
  shrimpPot,
  skinCare,
  smartphone,
  smartwatch,
  sneaker,
  sofa,
  summerFruit,
  takeawayCup,
  washingMachine,
} as const satisfies Record<string, Subject>;
export type SubjectName = keyof typeof SUBJECTS;
