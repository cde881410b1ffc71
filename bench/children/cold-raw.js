import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

const message = z.object({ role: z.string(), content: z.string() });
const db = new DatabaseSync(process.argv[2]);
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
	CREATE TABLE m (seq INTEGER PRIMARY KEY AUTOINCREMENT, sid TEXT NOT NULL, id TEXT NOT NULL, role TEXT, body TEXT NOT NULL);
	CREATE INDEX mi ON m (sid, seq)`);
const body = message.parse({ role: "user", content: "hello" });
db.prepare("INSERT INTO m (sid, id, role, body) VALUES (?, ?, ?, ?)").run(
	"first",
	"1",
	"user",
	JSON.stringify(body),
);
console.log(performance.now());
