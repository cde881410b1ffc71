import { postgresIndex } from "../../../src/store/postgres/index.ts";
import { describeVectorIndex } from "../../../src/testing/index.ts";
import { startPglite } from "./start-pglite.ts";

describeVectorIndex("pgvector", async () => {
	const { url, options, stop } = await startPglite();
	return { index: postgresIndex(url, options), dispose: stop };
});
