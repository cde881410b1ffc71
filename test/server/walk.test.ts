import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { ERROR_CODES } from "../../src/index.ts";
import { operations } from "../../src/server/resources/index.ts";
import { ADMIN_KEY } from "./resources-server.ts";
import { type Names, type Route, type Sample, samplesOf } from "./walk-routes.ts";
import { type Answered, MARK, mostBytes, startWalk, type Walk } from "./walk-world.ts";

/*
 * Every route of the API document, tried with everything that does not belong there.
 */

const SCOPES = ["read", "agent", "admin"] as const;
const HOSTILE = [
	"'; DROP TABLE holdfast_events; --",
	"x\r\nSet-Cookie: a=b",
	"\u0000",
	"%00",
	"../../etc/passwd",
	"__proto__",
	"{{7*7}}\uFFFF",
	"x".repeat(513),
	"-1",
];
const WRONG = [null, true, 1.5, "text", [[]], { $ne: null }, [null]];

/** Operations whose unknown members the library passes over, too. */
const LENIENT = new Set(["sessions.create", "sessions.open", "users.upsert"]);

let walk: Walk;
let before: string;

const sampleOf = (route: Route, names: Names): Sample => {
	const sample = samplesOf(names)[route.id];
	if (!sample) throw new Error(`no sample is known for ${route.id}: add one to walk-routes.ts`);
	return sample;
};

/** A key of the scope that an operation needs. */
async function enough({ access }: Route, tenant: string): Promise<string> {
	return access === "root" ? ADMIN_KEY : walk.key(access, tenant);
}

/** Nothing of acme may have changed, and nothing of it may be told. */
async function expectUntouched(route: Route, answers: readonly Answered[]): Promise<void> {
	for (const { text, headers } of answers) {
		expect(text, route.id).not.toContain(MARK);
		expect(headers.get("set-cookie"), route.id).toBeNull();
	}
	expect(await walk.snapshot(), route.id).toBe(before);
}

/** Errors of ours, and none that nobody has foreseen. */
function expectAnswered(route: Route, what: unknown, { status, code, text }: Answered): void {
	const shown = `${route.id} with ${JSON.stringify(what)?.slice(0, 200)}: ${status} ${text.slice(0, 300)}`;
	if (status >= 400) expect(ERROR_CODES, shown).toContain(code);
	expect(status, shown).not.toBe(500);
	expect(text, shown).not.toMatch(/SQLITE|syntax error|node_modules|\.ts:\d+/);
}

/** Without what is new each time, and without the names that were asked for. */
function shapeOf({ status, text }: Answered, names: Names): string {
	const known = Object.values(names).reduce((left, name) => left.replaceAll(name, "<name>"), text);
	return `${status} ${known}`
		.replaceAll(/(first|second) of /g, "")
		.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
		.replaceAll(/"(latencyMs|durationMs)":[\d.]+/g, '"$1":0')
		.replaceAll(/"(key|token|secret|id)":"[^"]*"/g, '"$1":"<secret>"');
}

const each = async (work: (route: Route) => Promise<void>): Promise<void> => {
	for (const route of walk.routes) await work(route);
};

describe("the walk along every route", { timeout: 180_000 }, () => {
	beforeAll(async () => {
		const folder = await mkdtemp(join(tmpdir(), "holdfast-walk-"));
		walk = await startWalk(join(folder, "walk.db"));
		before = await walk.snapshot();
		return async () => {
			await walk.server.close();
			await rm(folder, { recursive: true });
		};
	}, 60_000);

	test("IF2 the document names every operation, and every operation has a sample", () => {
		const documented = walk.routes.map(({ id }) => id).sort();
		expect(documented).toEqual(operations.map(({ id }) => id).sort());
		for (const route of walk.routes) sampleOf(route, walk.nothing);
		expect(new Set(documented).size).toBe(documented.length);
	});

	test("IF2 no key and keys that are none: unauthorized, whatever is asked for", async () => {
		await each(async (route) => {
			const key = await walk.key("admin");
			const bad = [
				"",
				"garbage",
				`${key}x`,
				key.slice(0, -2),
				"holdfast_",
				"a.b.c",
				"eyJhbGciOiJub25lIn0.e30.",
			];
			const answers = [];
			for (const credential of bad)
				answers.push(await walk.send(route, sampleOf(route, walk.theirs), credential));
			for (const { status, code } of answers)
				expect([route.id, status, code]).toEqual([route.id, 401, "unauthorized"]);
			// With a key that is none, what is there and what is not are the same.
			const [some] = [await walk.send(route, sampleOf(route, walk.nothing), "garbage")];
			expect(some?.text).toBe(answers[1]?.text);
			for (const { text } of answers) expect(text).not.toContain(MARK);
		});
		expect(await walk.snapshot()).toBe(before);
	});

	test("IF2 a key of a smaller scope is refused, and changes nothing", async () => {
		await each(async (route) => {
			const rank = ["read", "agent", "admin", "root"].indexOf(route.access);
			for (const scope of SCOPES.slice(0, rank)) {
				const answer = await walk.send(route, sampleOf(route, walk.theirs), await walk.key(scope));
				expect([route.id, scope, answer.status, answer.code]).toEqual([route.id, scope, 403, "forbidden"]);
			}
		});
		expect(await walk.snapshot()).toBe(before);
	});

	test("ID7 the token of another user is refused, or finds nothing", async () => {
		const token = await walk.token("mallory");
		for (const route of walk.routes) {
			if (route.user) continue;
			const answer = await walk.send(route, sampleOf(route, walk.theirs), token);
			expect([route.id, answer.status, answer.code]).toEqual([route.id, 403, "forbidden"]);
		}
		const reads = walk.routes.filter(
			({ user, method, id }) => user && (method === "GET" || /search|cancel/.test(id)),
		);
		for (const route of reads) {
			const theirs = await walk.send(route, sampleOf(route, walk.theirs), token);
			const none = await walk.send(route, sampleOf(route, walk.nothing), token);
			expect(shapeOf(theirs, walk.theirs), route.id).toBe(shapeOf(none, walk.nothing));
			await expectUntouched(route, [theirs, none]);
		}
	});

	/** Asks for what another tenant has, and for what nobody has; gives the answers, and what each asked of the store. */
	const tryBoth = async (route: Route, round: string): Promise<[Answered[], string[][]]> => {
		const answers: Answered[] = [];
		const steps: string[][] = [];
		for (const names of [walk.theirs, walk.nothing]) {
			// A tenant each: what the first has done would change what the second finds.
			const which = names === walk.theirs ? "first" : "second";
			const key = await enough(route, `${which} of ${route.id}${round}`);
			// What was loaded at its first use, and what the one before left behind, is not counted.
			await walk.send(route, sampleOf(route, { ...names, session: `${names.session}-warm` }), key);
			await walk.ask("POST", "/v1/idle", { key });
			walk.calls();
			answers.push(await walk.send(route, sampleOf(route, names), key));
			steps.push(walk.calls().filter((call) => !/^work\.|^deliveries\.|renew|claim/.test(call)));
		}
		return [answers, steps];
	};

	test("ID1 the key of another tenant sees what does not exist, by the same steps, whatever it claims", async () => {
		let counted = 0;
		await each(async (route) => {
			if (route.access === "root") return;
			const key = await enough(route, `first of ${route.id}`);
			let [answers, steps] = await tryBoth(route, "");
			// Work in the background may fall between the calls, but not each time.
			for (let again = 1; again <= 3 && !isWork(route) && !isDeepStrictEqual(steps[0], steps[1]); again++)
				[answers, steps] = await tryBoth(route, ` (${again})`);
			const [theirs, none] = answers as [Answered, Answered];
			expect(shapeOf(theirs, walk.theirs), route.id).toBe(shapeOf(none, walk.nothing));
			if (!isWork(route)) expect(steps[0], route.id).toEqual(steps[1]);
			counted += steps.flat().length;
			const forged = { tenant: "acme", tenantId: "acme", uid: "x", agentId: walk.theirs.agent };
			const sample = sampleOf(route, walk.theirs);
			const named = [
				await walk.send(route, sample, key, { tenant: "acme" }),
				await walk.send(route, sample, key, { tenant: "no-such-tenant" }),
				await walk.send(route, { ...sample, headers: { "holdfast-tenant": "acme" } }, key),
				await walk.send(route, { ...sample, headers: { "holdfast-tenant": "no-such-tenant" } }, key),
			];
			for (const { status, code } of named)
				expect([route.id, status, code]).toEqual([route.id, 403, "forbidden"]);
			const asked = [...named, await walk.send(route, { ...sample, headers: { "x-tenant": "acme" } }, key)];
			if (route.isJson && route.body)
				asked.push(
					await walk.send(route, { ...sample, body: { ...(sample.body as object), ...forged } }, key),
				);
			for (const answer of asked) expectAnswered(route, "forged", answer);
			await expectUntouched(route, [...answers, ...asked]);
		});
		expect(counted).toBeGreaterThan(walk.routes.length);
	});

	test("ID1 what the platform stamps is not heard in a body, and is the caller's own", async () => {
		const key = await walk.key("agent", "rival");
		const body = { agentId: "a", sessionId: "stamped", tenant: "acme", uid: "x" };
		expect((await walk.ask("POST", "/v1/sessions", { body, key })).status).toBe(201);
		expect((await walk.ask("GET", "/v1/sessions?session=stamped", { key })).status).toBe(200);
		expect(
			(await walk.ask("GET", "/v1/sessions?session=stamped", { key: await walk.key("agent") })).status,
		).toBe(404);
	});

	test("IF2 what is no JSON, or JSON of another form, is refused and changes nothing", async () => {
		await each(async (route) => {
			if (!route.isJson || !route.body) return;
			const key = await enough(route, "acme");
			const sample = sampleOf(route, walk.theirs);
			const malformed = [
				"{",
				"{]",
				'{"a":}',
				"nonsense",
				'"',
				"\u0000",
				'{"a":1}x',
				"[1,",
				`${"[".repeat(100_000)}`,
			];
			for (const raw of malformed) {
				const answer = await walk.send(route, { ...sample, raw }, key);
				expect([route.id, raw.slice(0, 9), answer.status, answer.code]).toEqual([
					route.id,
					raw.slice(0, 9),
					400,
					"invalid",
				]);
			}
			for (const body of ["text", 7, true, null, [], [[]]]) {
				const answer = await walk.send(route, { ...sample, raw: JSON.stringify(body) }, key);
				expect([route.id, body, answer.status, answer.code]).toEqual([route.id, body, 400, "invalid"]);
			}
			const form = {
				...sample,
				raw: "a=1",
				headers: { "content-type": "application/x-www-form-urlencoded" },
			};
			expect((await walk.send(route, form, key)).status).toBe(400);
		});
		expect(await walk.snapshot()).toBe(before);
	});

	test("IF2 unknown members of a body and unknown parameters are refused and change nothing", async () => {
		await each(async (route) => {
			const key = await enough(route, "acme");
			const sample = sampleOf(route, walk.theirs);
			const query = await walk.send(route, sample, key, { nonsense: "1" });
			expect([route.id, query.status, query.code]).toEqual([route.id, 400, "invalid"]);
			if (!route.isJson || !route.body || LENIENT.has(route.id)) return;
			const body = await walk.send(
				route,
				{ ...sample, body: { ...(sample.body as object), nonsense: 1 } },
				key,
			);
			expect([route.id, body.status, body.code]).toEqual([route.id, 400, "invalid"]);
		});
		expect(await walk.snapshot()).toBe(before);
	});

	test("IF2 ten megabytes are refused where so much is not taken, and never break anything", async () => {
		const pad = "x".repeat(10 * 1024 * 1024);
		await each(async (route) => {
			if (!route.body) return;
			const key = await enough(route, "rival");
			const sample = sampleOf(route, walk.nothing);
			const sent = route.isJson
				? { ...sample, body: { ...(sample.body as object), pad } }
				: { ...sample, raw: pad };
			const answer = await walk.send(route, sent, key);
			expectAnswered(route, "10 MB", answer);
			if ((mostBytes(route) ?? 0) < pad.length)
				expect([route.id, answer.status, answer.code]).toEqual([route.id, 413, "limit_exceeded"]);
		});
		expect(await walk.snapshot()).toBe(before);
	});

	test("IF2 values of other types are answered, never broken by; nothing of another tenant is touched", async () => {
		await each(async (route) => {
			const sample = sampleOf(route, walk.nothing);
			const bodies = membersOf(route).flatMap((name) =>
				WRONG.filter((value) => !takesAll(route, name, value)).map((value) => inBody(sample, name, value)),
			);
			const queries = route.query.flatMap((name) =>
				["", "null", "1.5", "9".repeat(30)].map((value) => ({
					...sample,
					query: { ...sample.query, [name]: value },
				})),
			);
			await tryAll(route, [...bodies, ...queries]);
		});
		expect(await walk.snapshot()).toBe(before);
	});

	test("IF2 SQL, headers, NUL and paths in every parameter do nothing but name something", async () => {
		await each(async (route) => {
			const sample = sampleOf(route, walk.nothing);
			const tries = HOSTILE.flatMap((text) => [
				...(route.path.includes("{id}") ? [{ ...sample, id: text }] : []),
				...route.query.map((name) => ({ ...sample, query: { ...sample.query, [name]: text } })),
				...membersOf(route).map((name) => inBody(sample, name, text)),
			]);
			await tryAll(route, tries);
		});
		expect(await walk.snapshot()).toBe(before);
	});
});

const membersOf = ({ isJson, body = [] }: Route): string[] => (isJson ? body : []);

const inBody = (sample: Sample, name: string, value: unknown): Sample => ({
	...sample,
	body: { ...(sample.body as object), [name]: value },
});

/** Sends all of these for another tenant: each is answered, and nothing is told. */
async function tryAll(route: Route, tries: readonly Sample[]): Promise<void> {
	const key = await enough(route, "rival");
	for (let i = 0; i < tries.length; i += 8) {
		await Promise.all(
			tries.slice(i, i + 8).map(async (sample) => {
				const answer = await walk.send(route, sample, key);
				expectAnswered(route, sample, answer);
				expect(answer.text).not.toContain(MARK);
				expect(answer.text).not.toContain("root:");
				expect(answer.headers.get("set-cookie")).toBeNull();
			}),
		);
	}
}

/** What does work in the background, or runs, takes steps that depend on the moment. */
const isWork = ({ id }: Route): boolean => /^agents\.|^idle$|^session\.end$|^sweep$|^reembed$/.test(id);

/** Everything of the tenant goes with it: what follows would find nothing. */
const takesAll = ({ id }: Route, name: string, value: unknown): boolean =>
	id === "erase" && name === "everything" && value === true;
