import { copyStore } from "../../../src/index.ts";
import { type Place, storeAt } from "../store-at.ts";

export interface CopierInput {
	from: Place;
	to: Place;
}

/** Copies one store to another, and tells after each page. */
const { from, to } = JSON.parse(process.argv[2] ?? "") as CopierInput;
let pages = 0;
const report = await copyStore(storeAt(from), storeAt(to), {
	source: from,
	onProgress: () => process.send?.({ pages: ++pages }),
});
process.send?.({ pages, rows: report.rows, written: report.written });
process.disconnect?.();
