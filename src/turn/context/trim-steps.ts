import type { Unit } from "./history-units.ts";

/*
 * Providers cache a prompt up to its first difference from the previous one. A history that loses its oldest
 * message at every turn differs at its very beginning, so nothing of it could be cached. Therefore a full
 * history begins at a multiple of a step, counted from the first message of the session: it loses nothing for
 * many turns, then a whole step.
 */

/** Shorter histories lose one message at a time: a whole step would be too much for them. */
const LEAST_STEPPED = 20;

/** How many messages of the session a unit stands for. */
const saidBy = (unit: Unit): number => (unit.role === "tools" && unit.text === "" ? 0 : 1);

/** About half of `count`, from a coarse scale: histories of similar length have the same step. */
export function stepFor(count: number): number {
	const power = 2 ** Math.floor(Math.log2(count / 2));
	const half = count / 2 / power;
	return half < 1.22 ? power : half < 1.73 ? 1.5 * power : 2 * power;
}

/**
 * How many of the oldest units in `kept`, the newest that fit, have to go so that the history begins at a
 * multiple of its step. `said`: the number of messages in the session up to the last unit.
 */
export function stepStart(kept: readonly Unit[], said: number): number {
	const count = kept.reduce((sum, unit) => sum + saidBy(unit), 0);
	if (count < LEAST_STEPPED) return 0;
	const first = Math.max(0, said - count);
	const step = stepFor(count);
	let left = Math.ceil(first / step) * step - first;
	let units = 0;
	while (left > 0 && units < kept.length) {
		left -= saidBy(kept[units] as Unit);
		units += 1;
	}
	return units;
}
