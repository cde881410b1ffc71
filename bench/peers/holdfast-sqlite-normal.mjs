// The harness finds this by its text: pkgs: ['holdfast'], backend: 'sqlite'
export const meta = { pkgs: ["holdfast"], backend: "sqlite" };
const dist = process.env.HOLDFAST_DIST;
const load = (file) => import(`${dist}/${file}`);

export async function openSqlite(dir, durability) {
	const [{ holdfast }, { sqlite }] = await Promise.all([load("index.js"), load("store/sqlite/index.js")]);
	return wrap(await holdfast({ store: sqlite(`${dir}/holdfast.db`, { durability }) }));
}

export async function openInMemory() {
	const { holdfast } = await load("index.js");
	return wrap(await holdfast());
}

const event = (m) => ({ kind: "message", source: "user", data: { role: m.role, content: m.text } });
const tag = (m) => m.content.slice(0, m.content.indexOf(" "));

/** The harness' verbs on the public interface. */
export function wrap(hf) {
	const handles = new Map();
	const session = (sid) => {
		let handle = handles.get(sid);
		if (!handle) {
			handle = hf.session({ agentId: "bench", sessionId: sid });
			handles.set(sid, handle);
		}
		return handle;
	};
	return {
		create: (sid) => hf.sessions.open({ agentId: "bench", sessionId: sid }),
		append: (sid, m) => session(sid).append(event(m)),
		many: (sid, ms) => session(sid).append(ms.map(event)),
		last: async (sid, n) => (await session(sid).history.last(n)).map(tag),
		async all(sid) {
			const tags = [];
			for (let after = -1; ; ) {
				const page = await session(sid).events({ after, limit: 10_000 });
				if (page.length === 0) return tags;
				for (const e of page) tags.push(tag(e.data));
				after = page.at(-1).offset;
			}
		},
		close: () => hf.close(),
	};
}

export const openSessions = ({ dir }) => openSqlite(dir, "normal");
