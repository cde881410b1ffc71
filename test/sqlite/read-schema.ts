import { DatabaseSync } from "node:sqlite";

/** The schema of a file as SQL text, in the order in which it was made. */
export function readSchema(path: string): string {
	const database = new DatabaseSync(path, { readOnly: true });
	try {
		const rows = database.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").all();
		return `${rows.map(({ sql }) => `${sql};`).join("\n\n")}\n`;
	} finally {
		database.close();
	}
}

/** Changes a file behind Holdfast's back. */
export function tamper(path: string, sql: string): void {
	const database = new DatabaseSync(path);
	try {
		database.exec(sql);
	} finally {
		database.close();
	}
}
