import { mkdirSync } from "node:fs";
import type { Store } from "holdfast";
import { postgres } from "holdfast/postgres";
import { sqlite } from "holdfast/sqlite";

/** Opens the database that both servers share. */
export async function openStore(): Promise<Store> {
	const url = process.env.DATABASE_URL;
	if (url?.startsWith("postgres")) return postgres(url);
	mkdirSync(".holdfast", { recursive: true });
	return sqlite(".holdfast/two-servers.db");
}
