import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Sql } from "../../src/store/sql/call.ts";
import { SqliteConnection } from "../../src/store/sqlite/connection.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import { describeStore } from "../../src/testing/index.ts";

/*
 * Every statement that engines share keeps to one tenant by itself, table by table. The conformance suite is what makes
 * the statements: they are put together from parts, and only whole ones can be looked at.
 */

/** A table that a query reads or changes, and the name it goes by there. */
const TABLE =
	/\b(?:FROM|JOIN|UPDATE)\s+\{([a-z_]+)\}(?:\s+(?:AS\s+)?(?!(?:AS|WHERE|SET|ON|JOIN|LEFT|CROSS|ORDER|LIMIT|UNION)\b)([a-z]+)\b)?/g;

/** The queries of a statement, each without those inside it. */
function queries(text: string): string[] {
	const whole: string[] = [];
	let rest = text;
	const inner = /\(([^()]*)\)/g;
	for (let before = ""; before !== rest; ) {
		before = rest;
		rest = rest.replaceAll(inner, (_, content: string) => {
			whole.push(content);
			return " ";
		});
	}
	return [...whole, rest].flatMap((query) => query.split(/\bUNION\b/));
}

/** The tables of a statement that nothing in their query keeps to a tenant. */
function unbound(text: string): string[] {
	return queries(text).flatMap((query) => {
		const tables = [...query.matchAll(TABLE)];
		return tables.flatMap(([, table = "", alias]) => {
			const word = alias === undefined ? "{mine}" : `{mine:${alias}}`;
			const column = alias === undefined ? /(?<![\w.])tenant = \?/ : new RegExp(`\\b${alias}\\.tenant = \\?`);
			// Without a name of its own, what is said of the tenant would be said of any of several.
			const said = alias !== undefined || tables.length === 1;
			return said && (query.includes(word) || column.test(query))
				? []
				: [alias ? `${table} ${alias}` : table];
		});
	});
}

const texts = new Set<string>();
const run = SqliteConnection.prototype.run;
function* recorded<T>(operation: Sql<T>): Sql<T> {
	let step = operation.next();
	while (!step.done) {
		texts.add(step.value.text);
		step = operation.next(yield step.value);
	}
	return step.value;
}
SqliteConnection.prototype.run = function <T>(operation: Sql<T>): T {
	return run.call(this, recorded(operation)) as T;
};

describeStore("sqlite, listened to", () => {
	const folder = mkdtempSync(join(tmpdir(), "holdfast-"));
	const open = () => sqlite(join(folder, "store.db"), { durability: "normal" });
	return { store: open(), second: open, dispose: () => rmSync(folder, { recursive: true }) };
});

describe("the statements that engines share", () => {
	test("ID1: keep each table they touch to one tenant", () => {
		expect(texts.size).toBeGreaterThan(150);
		const found = [...texts].map((text) => ({ text, unbound: unbound(text) }));
		const spanning = found.filter(({ unbound }) => unbound.length > 0);
		// Three span tenants on purpose, and run in a role of their own: which tenants have work or deliveries that wait, and
		// which tenants there are.
		expect(spanning.map(({ text }) => text.replaceAll(/\s+/g, " ").slice(0, 60))).toEqual([
			"SELECT j.tenant, count(*), min(j.due_at) FROM {jobs} j WHERE",
			"SELECT d.tenant, count(*) FROM {deliveries} d JOIN {heads} h",
			"SELECT min(n.tenant) FROM (SELECT min(t.tenant) AS tenant FR",
		]);
	});

	test.each([
		["SELECT no FROM {heads} WHERE no = ?", ["heads"]],
		["SELECT no FROM {heads} WHERE {mine} AND no = ?", []],
		["SELECT s.no FROM {sessions} s JOIN {heads} h ON h.no = s.no WHERE s.tenant = ?", ["heads h"]],
		["SELECT s.no FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no WHERE s.tenant = ?", []],
		["SELECT s.no FROM {sessions} s JOIN {heads} h ON {mine:h} AND h.no = s.no", ["sessions s"]],
		["DELETE FROM {spans} WHERE {mine} AND run_no IN (SELECT no FROM {runs} WHERE id = ?)", ["runs"]],
		["DELETE FROM {spans} WHERE run_no IN (SELECT no FROM {runs} WHERE tenant = ?)", ["spans"]],
		["SELECT no FROM {runs} WHERE {mine} UNION ALL SELECT no FROM {runs} WHERE id = ?", ["runs"]],
		["UPDATE {jobs} AS j SET status = ? WHERE j.id = ?", ["jobs j"]],
		["INSERT INTO {facts} (no) SELECT no FROM {heads} WHERE no = ?", ["heads"]],
		["INSERT INTO {facts} (no) VALUES (?) ON CONFLICT (no) DO UPDATE SET no = excluded.no", []],
		["SELECT no FROM {sessions} JOIN {heads} h ON {mine:h} WHERE {mine}", ["sessions"]],
	])("one that does not is found: %s", (text, tables) => {
		expect(unbound(text)).toEqual(tables);
	});
});
