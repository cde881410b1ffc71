import { DatabaseSync } from "node:sqlite";
import { finish, hear, input, tell } from "./parent.ts";

/** Holds the write lock of the file, by the engine alone, until it is told to let go. */
export interface LockHolderInput {
	path: string;
}

const database = new DatabaseSync(input<LockHolderInput>().path);
database.exec("BEGIN IMMEDIATE");
const release = hear();
await tell({ locked: true });
await release;
database.exec("ROLLBACK");
database.close();
finish();
