import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import type { TenantId } from "../../src/event/index.ts";
import { holdfast } from "../../src/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { createFixture, drafts } from "../../src/testing/fixture.ts";
import { codeBlocks } from "../house/code-blocks.ts";
import { root } from "../house/root.ts";
import { postgresMissing } from "./server/find-binaries.ts";
import { asRole, newDatabase, runOnce } from "./server/test-database.ts";

let count = 0;
const unique = (name: string): string => `${name}_${process.pid}_${++count}`;

async function database(): Promise<string> {
	const { url, dispose } = await newDatabase();
	onTestFinished(dispose);
	return url;
}

/** The roles are the server's: they outlive the database unless they are dropped with all that they own. */
function dropLater(url: string, ...roles: string[]): void {
	onTestFinished(async () => {
		for (const role of roles) await runOnce(url, `DROP OWNED BY ${role}`);
		for (const role of roles) await runOnce(url, `DROP ROLE ${role}`);
	});
}

describe.skipIf(postgresMissing)(`roles ${postgresMissing ?? ""}`, () => {
	test("BE7: the roles of docs/postgres.md, made as it says, are all that is needed", async () => {
		const url = await database();
		const [app, worker] = [unique("app"), unique("worker")];
		const blocks = codeBlocks(readFileSync(root("docs/postgres.md"), "utf8"), "sql");
		const text = blocks.find((block) => block.text.includes("CREATE ROLE app"))?.text ?? "";
		const name = new URL(url).pathname.slice(1);
		const statements = text
			.replaceAll("ON DATABASE app", `ON DATABASE "${name}"`)
			.replaceAll("holdfast_worker", worker)
			.replaceAll(/\bapp\b/g, app)
			.replace("'…'", "'secret'");
		await runOnce(url, statements);
		dropLater(url, app, worker);
		const store = postgres(asRole(url, app, "secret"), { workerRole: worker });
		for (let start = 0; start < 2; start++) {
			const hf = await holdfast({ store });
			const { findings } = await hf.doctor();
			expect(findings.filter(({ about }) => /role|security/.test(about)).map(({ status }) => status)).toEqual(
				["ok", "ok"],
			);
			const other = "other" as TenantId;
			await store.work.enqueue({
				tenant: other,
				job: { id: `job ${start}`, kind: "x", payload: {}, dueAt: 1 },
				at: 1,
			});
			expect(await store.work.waiting(10)).toEqual([{ tenant: other, jobs: start + 1, dueAt: 1 }]);
			const { append, name } = createFixture(store, other);
			await append(name(`s ${start}`), drafts("a"), { deliveries: [{ url: "https://example.com/" }] });
			expect(await store.deliveries.waiting(10)).toEqual([{ tenant: other, deliveries: start + 1 }]);
			await hf.close();
		}
	});

	test("BE6: processes with different worker roles do not take each other's sight", async () => {
		const url = await database();
		const roles = [unique("one"), unique("two")];
		const stores = roles.map((workerRole) => postgres(url, { workerRole }));
		dropLater(url, ...roles);
		for (const store of [...stores, ...stores]) {
			await store.open();
			const id = unique("job");
			await store.work.enqueue({
				tenant: "t" as TenantId,
				job: { id, kind: "x", payload: {}, dueAt: 1 },
				at: 1,
			});
			expect((await store.work.waiting(10)).length).toBe(1);
			await store.close();
		}
	});

	test("ID1: other software's tables in the same schema are none of the store's business", async () => {
		const url = await database();
		await runOnce(
			url,
			"CREATE TABLE public.patients (name TEXT); ALTER TABLE public.patients ENABLE ROW LEVEL SECURITY",
		);
		const role = unique("role");
		const store = postgres(url, { schema: "public", role });
		await store.open();
		dropLater(url, role);
		const { rows } = await runOnce(
			url,
			`SELECT has_table_privilege('${role}', 'public.patients', 'SELECT') AS foreign,
			has_table_privilege('${role}', 'public.events', 'SELECT') AS ours`,
		);
		expect(rows).toEqual([{ foreign: false, ours: true }]);
		await store.close();
	});
});
