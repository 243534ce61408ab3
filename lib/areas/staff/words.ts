/** Where a one-time link leads; the token is in the fragment, which no browser sends to any server. */
export const LINK_PATH = "/invite";

/** Makes the first person of a service, on the machine that it runs on. */
export const FIRST_OPERATOR_COMMAND =
  'npm run admin -- user create --username operator1 --name "Omar Said" --role programme_operator';
