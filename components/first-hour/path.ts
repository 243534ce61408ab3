/** Where the first hour is. */
export const FIRST_HOUR_PATH = "/manage/merchants/first-hour";
