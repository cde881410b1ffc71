import { describe, expect, test } from "vitest";
import type { Holdfast, ImportSource, SessionRef } from "../../src/index.ts";
import { change, contents, gathered, note, said } from "./drafts.ts";
import { onDay, sweepAll } from "./on-day.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref: SessionRef = { agentId: "support", sessionId: "s", userId: "ann" };

/** A session with something of everything. */
export async function writeRichSession(hf: Holdfast, to: SessionRef): Promise<void> {
	await hf.sessions.create(to, {
		title: 'T "1"',
		metadata: { external_id: "x", "10": 1, "9": [null] },
		state: { z: 1, "2": { b: 1, a: 2 } },
	});
	const handle = hf.session(to);
	await handle.append({ ...said("long ago"), at: "2020-02-29T12:00:00.5+02:00", metadata: { z: 1, a: 2 } });
	await handle.append([
		change({ k: [1.5e300, -0.25, 1e21], "user:lang": "de", "app:motd": "hi", "1": null }),
		note({ "2": 1, "1": 2, z: "\uD800\u0000\u2028", a: {} }),
		{ kind: "tool_call", source: "agent", data: { toolCallId: "c", name: "t", input: null, step: 0 } },
		said("secret"),
	]);
	await handle.state.remove("z");
	await handle.erase(4);
	await handle.setMode("manual", "ann");
	await handle.end();
}

export function describeTransfer(backend: Backend): void {
	describe("export and import", () => {
		const world = freshWorld(backend);

		test("SE11 an export is JSON Lines: a header, then every event in order", async () => {
			const hf = await world.open();
			await writeRichSession(hf, ref);
			const lines = await gathered(hf.sessions.export(ref));
			for (const line of lines) expect(line).toMatch(/^\{[^\n]*\}\n$/);
			const [header, ...events] = lines.map((line) => JSON.parse(line));
			expect(header).toMatchObject({
				...ref,
				title: 'T "1"',
				mode: "manual",
				head: 8,
				endedAt: expect.any(String),
			});
			expect(events).toEqual(await hf.session(ref).events());
			await refusal(gathered(hf.sessions.export({ ...ref, sessionId: "none" })), "not_found");
			await refusal(gathered(hf.sessions.export(garbage(7))), "invalid");
		});

		test("SE11 import keeps ids, times, offsets, counts and state, adds no event, and exports the same bytes", async () => {
			const hf = await world.open();
			const other = await world.open({ tenant: "other" });
			await writeRichSession(hf, ref);
			// What is imported counts as consolidated.
			await hf.idle();
			const lines = await gathered(hf.sessions.export(ref));
			expect(await other.sessions.import(lines)).toMatchObject({
				created: 1,
				replaced: 0,
				skipped: 0,
				events: 8,
				warnings: [],
			});
			const [before, after] = [await hf.sessions.get(ref), await other.sessions.get(ref)];
			expect({ ...after, uid: "" }).toEqual({ ...before, uid: "" });
			expect(await other.session(ref).events()).toEqual(await hf.session(ref).events());
			expect(await gathered(other.sessions.export(ref))).toEqual(lines);
			expect(await other.session(ref).append(said("on"))).toMatchObject([{ offset: 8 }]);
		});

		test("SE10 import never writes user: or app: state", async () => {
			const hf = await world.open();
			const other = await world.open({ tenant: "other" });
			await writeRichSession(hf, ref);
			await other.sessions.import(await gathered(hf.sessions.export(ref)));
			const state = await other.session(ref).state.get();
			expect(Object.keys(state).sort()).toEqual(["1", "2", "k"]);
			expect(state).toEqual(await hf.session(ref).state.asOf(7));
		});

		test("SE11 a pruned session keeps its offsets through a round trip", async () => {
			const hf = await world.open();
			await onDay(-100, () => hf.session(ref).append([change({ b: 1 }), change({ "1": 2 })]));
			await hf.session(ref).append(said("new"));
			await sweepAll(hf);
			const lines = await gathered(hf.sessions.export(ref));
			expect(lines).toHaveLength(2);
			await hf.sessions.import(lines, { onConflict: "replace" });
			expect(await hf.sessions.get(ref)).toMatchObject({ head: 3, eventCount: 1 });
			expect(await hf.session(ref).state.get()).toEqual({ b: 1, "1": 2 });
			expect(await gathered(hf.sessions.export(ref))).toEqual(lines);
			await refusal(hf.session(ref).state.asOf(1), "not_found");
		});

		test("SE11 a merged session exports the same bytes after a round trip", async () => {
			const hf = await world.open();
			const source = { agentId: "support", sessionId: "from" };
			await hf.session(ref).append(said("t"));
			await hf.sessions.create(source, { state: { z: 1 } });
			await onDay(-100, () => hf.session(source).append([change({ "10": 1, "9": 1 })]));
			await sweepAll(hf);
			await hf.sessions.rekey(source, { sessionId: "s", userId: "ann" }, { onConflict: "merge" });
			const lines = await gathered(hf.sessions.export(ref));
			await hf.sessions.import(lines, { onConflict: "replace" });
			expect(await gathered(hf.sessions.export(ref))).toEqual(lines);
			expect(await hf.session(ref).state.get()).toEqual({ z: 1, "10": 1, "9": 1 });
		});

		test("SE11 lines come as one text, as an array, with blank lines, and as an async iterable", async () => {
			const hf = await world.open();
			await hf.session(ref).append([said("a"), said("b")]);
			const lines = await gathered(hf.sessions.export(ref));
			const text = lines.join("");
			const bare = lines.map((line) => line.trimEnd());
			const sources: ImportSource[] = [
				text,
				`\n${text.replaceAll("\n", "\r\n\r\n")}`,
				lines,
				bare,
				hf.sessions.export(ref),
			];
			for (const source of sources) {
				const report = await hf.sessions.import(source, { onConflict: "replace" });
				expect(report).toMatchObject({ created: 0, replaced: 1, skipped: 0, events: 2, warnings: [] });
				expect(await gathered(hf.sessions.export(ref))).toEqual(lines);
			}
			expect(await hf.sessions.import("")).toMatchObject({
				created: 0,
				replaced: 0,
				skipped: 0,
				events: 0,
				warnings: [],
			});
		});

		test("SE11 an existing session: fail (the default), skip, replace", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("exported"));
			const lines = await gathered(hf.sessions.export(ref));
			await hf.session(ref).append(said("later"));
			const { uid } = await hf.sessions.get(ref);
			await refusal(hf.sessions.import(lines), "already_exists");
			await refusal(hf.sessions.import(lines, { onConflict: "fail" }), "already_exists");
			expect(await hf.sessions.import(lines, { onConflict: "skip" })).toMatchObject({
				created: 0,
				replaced: 0,
				skipped: 1,
				events: 0,
			});
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["exported", "later"]);
			expect((await hf.sessions.get(ref)).uid).toBe(uid);
			expect(await hf.sessions.import(lines, { onConflict: "replace" })).toMatchObject({
				replaced: 1,
				events: 1,
			});
			expect(contents(await hf.sessions.getMessages(ref))).toEqual(["exported"]);
			await refusal(hf.sessions.import(lines, { onConflict: garbage("overwrite") }), "invalid");
		});

		test("SE11 several sessions in one import; an error names the line and reports what was done", async () => {
			const hf = await world.open();
			const refs = ["a", "b", "c"].map((sessionId) => ({ agentId: "support", sessionId }));
			let text = "";
			for (const each of refs) {
				await hf.session(each).append([said("x"), said("y")]);
				for await (const line of hf.sessions.export(each)) text += line;
				await hf.sessions.delete(each);
			}
			await hf.session({ agentId: "support", sessionId: "b" }).append(said("in the way"));
			const error = await refusal(hf.sessions.import(text), "already_exists");
			expect(error.report).toMatchObject({ created: 1, replaced: 0, skipped: 0, events: 2, warnings: [] });
			expect((await hf.sessions.list()).items.map((session) => session.sessionId).sort()).toEqual(["a", "b"]);
			expect(await hf.sessions.import(text, { onConflict: "skip" })).toMatchObject({
				created: 1,
				replaced: 0,
				skipped: 2,
				events: 2,
			});
		});

		test("SE11 `to` puts an export under another name", async () => {
			const hf = await world.open();
			await hf.session(ref).append([said("a"), change({ own: 1 })]);
			const to = { agentId: "sales", sessionId: "copy" };
			const lines = await gathered(hf.sessions.export(ref));
			await hf.sessions.import(lines, { to });
			expect(contents(await hf.sessions.getMessages(to))).toEqual(["a"]);
			expect(await hf.session(to).state.get()).toEqual({ own: 1 });
			await refusal(hf.sessions.import([...lines, ...lines], { to: { ...to, sessionId: "two" } }), "invalid");
		});

		test("SE11 broken lines are refused by number, and store nothing of their session", async () => {
			const hf = await world.open();
			await hf.session(ref).append([said("a"), change({ k: 1 }), said("c")]);
			const lines = await gathered(hf.sessions.export(ref));
			await hf.sessions.delete(ref);
			const [header, first, second, third] = lines.map((line) => JSON.parse(line));
			const broken: unknown[][] = [
				[first],
				[header],
				[header, first, third],
				[header, second, first, third],
				[header, first, second, third, third],
				[{ ...header, format: "other/9" }, first, second, third],
				[{ ...header, agentId: "" }, first, second, third],
				[{ ...header, head: -1 }, first, second, third],
				[{ ...header, head: 1e300 }, first, second, third],
				[{ ...header, createdAt: "soon" }, first, second, third],
				[{ ...header, title: 7 }, first, second, third],
				[{ ...header, state: { k: "x".repeat(300_000) } }, first, second, third],
				[{ ...header, state: "text" }, first, second, third],
				[{ ...header, state: [1] }, first, second, third],
				[header, { ...first, erased: true }, second, third],
				[header, first, { ...second, data: {}, erased: true }, third],
				[header, first, second, { ...third, data: {}, metadata: { a: 1 }, erased: true }],
				[header, { ...first, kind: "other" }, second, third],
				[header, { ...first, data: { role: "user" } }, second, third],
				[header, { ...first, at: "soon" }, second, third],
				[header, { ...first, id: "" }, second, third],
				[header, first, { ...second, stateDelta: { set: { "": 1 } } }, third],
				[header, "text", second, third],
				[null],
			];
			for (const values of broken) {
				const source = values.map((value) => JSON.stringify(value));
				const error = await hf.sessions.import(source).then(String, (caught: unknown) => caught);
				expect(error, source.join("\n").slice(0, 300)).toMatchObject({
					code: expect.stringMatching(/^(invalid|limit_exceeded)$/),
				});
				expect((await hf.sessions.list()).items).toEqual([]);
			}
			const error = await refusal(hf.sessions.import([...lines.slice(0, 2), "{not json"]), "invalid");
			expect(error.message).toContain("line");
		});

		test.each([undefined, null, 7, true, {}, [1], [null], [["x"]], Symbol("s"), () => 1])(
			"SE11 import(%o) is refused",
			async (source) => {
				const hf = await world.open();
				await refusal(hf.sessions.import(garbage(source)), "invalid");
			},
		);
	});
}
