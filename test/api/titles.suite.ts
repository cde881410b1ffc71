import { describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/index.ts";
import { gathered, note, said } from "./drafts.ts";
import { dayFromNow, sweepAll } from "./on-day.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };
const reply = (content: string): NewEvent => ({ kind: "reply", source: "agent", data: { content } });

/** SE14: a session has a title, set or taken from its first message. */
export function describeTitles(backend: Backend): void {
	describe("titles", () => {
		const world = freshWorld(backend);
		const opened = async () => {
			const hf = await world.open();
			const session = hf.session(ref);
			const get = async () => {
				const { title, titleSet } = await hf.sessions.get(ref);
				return [title, titleSet];
			};
			return { hf, session, get };
		};

		test("SE14 the beginning of the first message is the title, wherever sessions are shown", async () => {
			const { hf, session, get } = await opened();
			await hf.sessions.create(ref, { metadata: { external_id: "x" } });
			expect(await get()).toEqual([undefined, undefined]);
			await session.append([note({}), said("My parcel\nhas not come. ".repeat(20))]);
			const title = "My parcel has not come. My parcel has not come. My parcel has not come. My…";
			expect(await get()).toEqual([title, undefined]);
			expect((await hf.sessions.list()).items).toMatchObject([{ title }]);
			expect(await hf.sessions.find({ externalId: "x" })).toMatchObject({ title });
			expect(await hf.sessions.open(ref)).toMatchObject({ title });
			expect(await hf.sessions.rekey(ref, { sessionId: "t" })).toMatchObject({ title });
			await session.append(said("later"));
			expect(await hf.sessions.get({ ...ref, sessionId: "t" })).toMatchObject({ title });
		});

		test("SE14 the user's first message counts, and anybody's while the user has said nothing", async () => {
			const { session, get } = await opened();
			await session.append([
				{ kind: "message", source: "system", data: { role: "system", content: "Be kind." } },
				reply("How can I help?"),
			]);
			expect(await get()).toEqual(["How can I help?", undefined]);
			await session.append(said("My parcel is late."));
			expect(await get()).toEqual(["My parcel is late.", undefined]);
		});

		test("SE14 of parts the text counts, also far behind", async () => {
			const { session, get } = await opened();
			const image = { type: "image", image: "A".repeat(20_000) };
			const parts = (content: object[]) =>
				({ kind: "message", source: "user", data: { role: "user", content } }) as unknown as NewEvent;
			await session.append(parts([image]));
			expect(await get()).toEqual([undefined, undefined]);
			await session.append(parts([image, { type: "text", text: "What is this?" }]));
			expect(await get()).toEqual(["What is this?", undefined]);
		});

		test("SE14 a title that was set wins, and without it the first message is back", async () => {
			const { session, get } = await opened();
			await session.append(said("Hello"));
			for (const none of [null, undefined]) {
				await session.setTitle("Parcels");
				expect(await get()).toEqual(["Parcels", true]);
				await session.setTitle(none);
				expect(await get()).toEqual(["Hello", undefined]);
			}
		});

		test("SE14, ER1 what was erased or removed by retention is no title any more", async () => {
			const { hf, session, get } = await opened();
			await session.append([said("my secret"), said("and more"), said("and last")]);
			await session.erase(0);
			expect(await get()).toEqual(["and more", undefined]);
			await session.erase([1, 2]);
			expect(await get()).toEqual([undefined, undefined]);
			await session.append(said("again"));
			expect(await get()).toEqual(["again", undefined]);
			await sweepAll(hf, dayFromNow(100));
			expect(await get()).toEqual([undefined, undefined]);
		});

		test("SE14, SE11 exports hold the title that was set alone; forks and imports have their own", async () => {
			const { hf, session } = await opened();
			await session.append([said("Hello"), said("again")]);
			const [header = ""] = await gathered(hf.sessions.export(ref));
			expect(JSON.parse(header)).not.toHaveProperty("title");
			const fork = { ...ref, sessionId: "fork" };
			expect(await hf.sessions.fork(ref, { offset: 0 }, fork)).toMatchObject({ title: "Hello" });
			const copy = { ...ref, sessionId: "copy" };
			await hf.sessions.import(await gathered(hf.sessions.export(ref)), { to: copy });
			expect(await hf.sessions.get(copy)).toMatchObject({ title: "Hello" });
			expect(await hf.sessions.get(copy)).not.toHaveProperty("titleSet");
		});

		test("SE14 escapes and markup at the place where a long message is cut do no harm", async () => {
			const { hf } = await opened();
			for (let pad = 0; pad < 14; pad++) {
				const name = { ...ref, sessionId: `cut-${pad}` };
				const text = `Start ${"-".repeat(1_800 + pad * 13)}${'"\\\n\u0001</script>😀'.repeat(60)}`;
				await hf.session(name).append(said(text));
				const { title } = await hf.sessions.get(name);
				expect(title?.startsWith("Start ---")).toBe(true);
			}
		});
	});
}
