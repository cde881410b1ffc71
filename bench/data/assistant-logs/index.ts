import { readFileSync } from "node:fs";
import type { LogSession, UserFacts, UserLog } from "./types.ts";

export type * from "./types.ts";

const USERS = ["maren", "odell", "priya", "jonas", "lucia", "wei", "haruka", "tamsin"] as const;

const MINUTE_MS = 60_000;

/** The logs of all users. Written by hand; nobody in them is a real person. */
export function loadUserLogs(): UserLog[] {
	return USERS.map((user) => readJson(`${user}.json`) as UserLog);
}

/** The fact lists, with the questions that they answer. */
export function loadUserFacts(): UserFacts[] {
	return [readJson("ellery-facts.json") as UserFacts];
}

/** When a turn was said, in milliseconds since 1970. */
export function turnTime(session: LogSession, turn: number): number {
	return Date.parse(session.startedAt) + turn * MINUTE_MS;
}

function readJson(file: string): unknown {
	return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}
