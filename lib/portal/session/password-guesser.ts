import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Tells how early a password is guessed, by lists of those in use. Loaded when there is a new password to judge. */
export const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
