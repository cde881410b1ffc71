import type { Json, User } from "holdfast";
import { type Holdfast, HoldfastError } from "holdfast/client";
import { parseEntry } from "./parse-entry.ts";

/** A user by id; null where there is no record of one. Sessions make users known without one. */
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

/** Users by an entry of their metadata. What reads as JSON is looked for as that, too: `42` may be a text or a number. */
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
