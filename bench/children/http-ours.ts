/* A server of ours on a SQLite file: http-ours.ts <file> <admin key> */
import { serve } from "holdfast/server";
import { sqlite } from "holdfast/sqlite";
import { reportMemory } from "./report-memory.ts";

const [file = "", adminKey = ""] = process.argv.slice(2);
const { url } = await serve({ store: sqlite(file, { durability: "normal" }), adminKey, port: 0 });
process.send?.({ url });
reportMemory();
