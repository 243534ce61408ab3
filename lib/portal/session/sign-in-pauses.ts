/**
 * How failed sign-ins slow down, without a clock or a database. Nothing is ever locked: who failed too often waits, and
 * whoever comes to a person or an address that is being guessed at waits for a turn. All times are milliseconds since 1970.
 */

/** Remembered attempts of one person at one address, of one person, of one address, or of one known device. */
export interface Count {
  failures: number;
  /** When the failures are forgotten. */
  forgottenAt: number;
  /** Nobody whom this counts may try before. */
  nextAt: number;
  /** The turn that was given to one who had to wait in line; 0 without one. */
  turnAt: number;
}

export const NOTHING_COUNTED: Count = { failures: 0, forgottenAt: 0, nextAt: 0, turnAt: 0 };

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** After `free` failures each further one doubles the pause, from `firstMs` up to `longestMs`. */
export interface Pauses {
  free: number;
  firstMs: number;
  longestMs: number;
  /** How long after the last failure it is forgotten. */
  memoryMs: number;
}

/** One person at one address, or on a device on which they signed in before, wherever it is. */
const OWN: Pauses = { free: 5, firstMs: 5 * SECOND, longestMs: 5 * MINUTE, memoryMs: 15 * MINUTE };

/** Staff PINs that one person types at a till, of whomever: a supervisor mistypes now and then, who guesses is stopped for the day. */
export const PIN_ASKER: Pauses = {
  free: 8,
  firstMs: 30 * SECOND,
  longestMs: 60 * MINUTE,
  memoryMs: 12 * 60 * MINUTE,
};

/** Answers of passkeys from one address that are refused: a branch shares one, so that the pauses stay short. */
export const PASSKEY: Pauses = { free: 20, firstMs: SECOND, longestMs: 10 * SECOND, memoryMs: 15 * MINUTE };

/** After `free` failures attempts are let through one by one; the distance doubles with every further `step` failures. */
interface Line {
  free: number;
  step: number;
  firstMs: number;
  longestMs: number;
  memoryMs: number;
}

/**
 * One person at all addresses: bounds whoever guesses from many. With every line at its longest that is 2,880 guesses a day,
 * however many addresses there are.
 */
const PERSON: Line = {
  free: 30,
  step: 10,
  firstMs: 2 * SECOND,
  longestMs: 30 * SECOND,
  memoryMs: 60 * MINUTE,
};
/** All persons at one address: bounds whoever tries one password on many names. */
const ADDRESS: Line = {
  free: 50,
  step: 25,
  firstMs: SECOND,
  longestMs: 10 * SECOND,
  memoryMs: 15 * MINUTE,
};

/** How long a turn may be used after it has come. */
const TURN_MS = 10 * MINUTE;

/** Whether the attempt may be made now (`waitMs` 0), and what is remembered either way. */
export interface Decision<Counts> {
  waitMs: number;
  counts: Counts;
}

/** An attempt on a device that the person is known on, or of one who is known: nobody else's failures count. */
export function decideKnown(known: Count, nowMs: number, pauses: Pauses = OWN): Decision<Count> {
  const count = stillCounted(known, nowMs);
  if (count.nextAt > nowMs) return { waitMs: count.nextAt - nowMs, counts: count };
  return { waitMs: 0, counts: failed(count, pauses, nowMs) };
}

export interface StrangerCounts {
  own: Count;
  person: Count;
  address: Count;
}

/**
 * An attempt on a device that is not known. Refused attempts are counted nowhere: whoever goes on at one address uses up nobody's attempts
 * elsewhere. A waiting attempt keeps its own turn, which the attempts of others cannot take away.
 */
export function decideStranger(counts: StrangerCounts, nowMs: number): Decision<StrangerCounts> {
  const own = stillCounted(counts.own, nowMs);
  const person = stillCounted(counts.person, nowMs);
  const address = stillCounted(counts.address, nowMs);
  const notBefore = Math.max(own.nextAt, own.turnAt);
  if (notBefore > nowMs) return { waitMs: notBefore - nowMs, counts: { own, person, address } };
  const hasTurn = own.turnAt > 0 && nowMs - own.turnAt < TURN_MS;
  if (!hasTurn) {
    const turnAt = Math.max(nowMs, person.nextAt, address.nextAt);
    const line = {
      person: takeTurn(person, PERSON, turnAt, nowMs),
      address: takeTurn(address, ADDRESS, turnAt, nowMs),
    };
    if (turnAt > nowMs) {
      const forgottenAt = Math.max(own.forgottenAt, turnAt + TURN_MS);
      return { waitMs: turnAt - nowMs, counts: { own: { ...own, turnAt, forgottenAt }, ...line } };
    }
    return passed({ own, ...line }, nowMs);
  }
  return passed({ own, person, address }, nowMs);
}

function passed({ own, person, address }: StrangerCounts, nowMs: number): Decision<StrangerCounts> {
  return {
    waitMs: 0,
    counts: {
      own: failed({ ...own, turnAt: 0 }, OWN, nowMs),
      person: remembered(person, PERSON.memoryMs, nowMs),
      address: remembered(address, ADDRESS.memoryMs, nowMs),
    },
  };
}

/** Counts a turn, whether it is now or later, and moves the end of the line behind it, once there is one. */
function takeTurn(count: Count, line: Line, turnAt: number, nowMs: number): Count {
  const failures = count.failures + 1;
  const over = failures - line.free;
  const distanceMs =
    over < 0 ? 0 : Math.min(line.longestMs, line.firstMs * 2 ** Math.floor(over / line.step));
  const taken = { ...count, failures, nextAt: distanceMs === 0 ? 0 : turnAt + distanceMs };
  return remembered(taken, line.memoryMs, Math.max(nowMs, turnAt));
}

function failed(count: Count, { free, firstMs, longestMs, memoryMs }: Pauses, nowMs: number): Count {
  const over = count.failures + 1 - free;
  const pauseMs = over < 0 ? 0 : Math.min(longestMs, firstMs * 2 ** over);
  const nextAt = pauseMs === 0 ? 0 : nowMs + pauseMs;
  return remembered({ ...count, failures: count.failures + 1, nextAt }, memoryMs, nowMs);
}

function remembered(count: Count, memoryMs: number, fromMs: number): Count {
  return { ...count, forgottenAt: Math.max(count.forgottenAt, fromMs + memoryMs) };
}

function stillCounted(count: Count, nowMs: number): Count {
  return count.forgottenAt > nowMs ? count : NOTHING_COUNTED;
}
