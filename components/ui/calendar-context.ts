"use client";

import { createContext } from "react";
import type { Calendar } from "@/lib/platform/appearance";

/** Whether the reader sees Hijri days beside Gregorian ones. */
export const CalendarContext = createContext<Calendar>("gregorian");
