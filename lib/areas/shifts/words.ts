export const NOTE_LENGTH_MAX = 250;
