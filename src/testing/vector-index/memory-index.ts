import type { SessionUid, TenantId } from "../../event/index.ts";
import type {
	IndexCounts,
	IndexEntry,
	IndexMark,
	IndexOwner,
	IndexScope,
	IndexTarget,
	VectorIndex,
} from "../../store/ports/index.ts";

type Point = IndexEntry & { vector: Int8Array };

/**
 * The smallest index that is one: vectors with their owners in a map, compared one by one. It has no words, no
 * samples and no atomic updates, like most vector databases. For tests, and as a model for a driver.
 */
export interface MemoryIndex extends VectorIndex {
	/** Deletes everything, as if the database were new. */
	empty(): void;
}

export function memoryIndex({ exactUpTo = 0 }: { exactUpTo?: number } = {}): MemoryIndex {
	const points = new Map<string, Point>();
	const marks = new Map<string, { target: IndexTarget; mark: IndexMark }>();

	const within = (scope: IndexScope): [string, Point][] => {
		const nos = "target" in scope && scope.nos ? new Set(scope.nos) : undefined;
		return [...points].filter(([, { owner, no }]) => isIn(owner, scope) && (!nos || nos.has(no)));
	};
	const counted = (found: readonly unknown[]): IndexCounts => ({ terms: 0, vectors: found.length });
	/** Deletes points, and the marks that cover them. */
	const clear = (scope: IndexScope, covers: (target: IndexTarget) => boolean): IndexCounts => {
		const found = within(scope);
		for (const [key] of found) points.delete(key);
		for (const [key, { target }] of marks) if (covers(target)) marks.delete(key);
		return counted(found);
	};

	return {
		name: "memory",
		exactUpTo,
		capabilities: { words: false, samples: false, spaces: true, messages: true, atomic: false },
		open: async () => {},
		close: async () => {},
		check: async () => undefined,
		async write({ target, from, to, clear: isCleared, put, remove }) {
			if (!isSame(marks.get(markKey(target))?.mark, from)) return false;
			// Others may run at each step, as with a database that has no transactions.
			await Promise.resolve();
			if (isCleared) clear({ target }, (other) => overlaps(target, other));
			for (const entry of put) {
				const { vector } = entry;
				if (vector) points.set(pointKey(entry), { ...entry, vector: vector.slice() });
			}
			await Promise.resolve();
			for (const [key] of within({ target, nos: remove })) points.delete(key);
			await Promise.resolve();
			marks.set(markKey(target), { target, mark: { ...to } });
			return true;
		},
		mark: async (target) => marks.get(markKey(target))?.mark,
		async nearest({ target, vector, limit }) {
			const found = within({ target })
				.filter(([, point]) => point.vector.length === vector.length)
				.map(([, { no, owner, vector: other }]) => ({ no, uid: owner.uid, cosine: cosine(vector, other) }))
				.sort((a, b) => b.cosine - a.cosine);
			return { entries: found.slice(0, limit).map(({ no, uid }) => ({ no, uid })) };
		},
		async erase(scope) {
			if ("target" in scope && scope.nos) {
				const found = within(scope);
				for (const [key] of found) points.delete(key);
				return counted(found);
			}
			return clear(scope, (target) =>
				"everybody" in target ? isWholly(target, scope) : isIn(target, scope),
			);
		},
		count: async (scope) => counted(within(scope)),
		empty() {
			points.clear();
			marks.clear();
		},
	};
}

/** One point for each fact, and for each message of a session. */
const pointKey = ({ owner: { tenant, kind, uid }, no }: IndexEntry): string =>
	JSON.stringify([tenant, kind, kind === "message" ? uid : "", no]);

const markKey = (target: IndexTarget): string =>
	JSON.stringify([
		target.tenant,
		target.space,
		target.kind,
		...("everybody" in target ? [1] : [target.uid ? "" : (target.userId ?? ""), target.uid ?? ""]),
	]);

const isSame = (a: IndexMark | undefined, b: IndexMark | undefined): boolean =>
	a?.rev === b?.rev && a?.embedder === b?.embedder;

/** Whether the entries of an owner belong to a target. A session is known by its uid alone. */
function belongsTo(owner: IndexOwner, target: IndexTarget): boolean {
	const { tenant, space, kind } = target;
	if (owner.tenant !== tenant || owner.space !== space || owner.kind !== kind) return false;
	if ("everybody" in target) return true;
	if (target.uid !== undefined) return owner.uid === target.uid;
	return owner.userId === target.userId && (kind === "message" || owner.uid === undefined);
}

function isIn(owner: IndexOwner, scope: IndexScope): boolean {
	if ("target" in scope) return belongsTo(owner, scope.target);
	if (owner.tenant !== scope.tenant) return false;
	if ("space" in scope) return owner.space === scope.space;
	if ("user" in scope) return owner.userId === scope.user;
	if ("sessions" in scope) return scope.sessions.includes(owner.uid as SessionUid);
	return true;
}

/** Whether a scope contains a whole space. */
function isWholly(target: { tenant: TenantId; space: string } & IndexTarget, scope: IndexScope): boolean {
	if ("target" in scope) return markKey(scope.target) === markKey(target);
	if (scope.tenant !== target.tenant) return false;
	return "everything" in scope || ("space" in scope && scope.space === target.space);
}

/** Whether two targets have entries in common: the same owner, or an owner and its whole space. */
function overlaps(a: IndexTarget, b: IndexTarget): boolean {
	if (a.tenant !== b.tenant || a.space !== b.space || a.kind !== b.kind) return false;
	return "everybody" in a || "everybody" in b || markKey(a) === markKey(b);
}

function cosine(a: Int8Array, b: Int8Array): number {
	let [product, left, right] = [0, 0, 0];
	for (let i = 0; i < a.length; i++) {
		const [x, y] = [a[i] as number, b[i] as number];
		product += x * y;
		left += x * x;
		right += y * y;
	}
	return product / Math.sqrt(left * right || 1);
}
