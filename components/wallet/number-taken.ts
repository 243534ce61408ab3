/** The code with which a further wallet of a number is refused that nobody has asked for. */
export const NUMBER_TAKEN = "1207";
