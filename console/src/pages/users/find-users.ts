import type { Json, User } from "holdfast";
import { type Holdfast, HoldfastError } from "holdfast/client";
import { parseEntry } from "./parse-entry.ts";

/** A user by id; null if there is no record. A user without a record can have sessions. */
export async function findUser(hf: Holdfast, id: string): Promise<User | null> {
	try {
		return await hf.users.get(id);
	} catch (error) {
		if (HoldfastError.isInstance(error) && error.code === "not_found") return null;
		throw error;
	}
}

const SHOWN = 100;

function parseJson(text: string): Json | undefined {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return undefined;
	}
}

/** Users by a metadata entry. A value that parses as JSON is searched as both: `42` can be text or a number. */
export async function findByMetadata(hf: Holdfast, entry: string): Promise<User[]> {
	const parsed = parseEntry(entry);
	if (!parsed) return [];
	const { key, value } = parsed;
	const json = parseJson(value);
	const values: Json[] = json === undefined ? [value] : [value, json];
	const found = await Promise.all(
		values.map((wanted) => hf.users.find({ metadata: { [key]: wanted }, limit: SHOWN })),
	);
	return [...new Map(found.flatMap(({ items }) => items).map((user) => [user.userId, user])).values()];
}
