import type { LogPort, Store } from "../../store/ports/index.ts";

/** Reads a member of an object as the object itself would, methods bound to it: it may have private parts. */
function memberOf(target: object, name: PropertyKey): unknown {
	const member: unknown = Reflect.get(target, name, target);
	return typeof member === "function" ? member.bind(target) : member;
}

/** The same store, which tells how many events were appended through it. */
export function countAppends(store: Store, count: (events: number) => void): Store {
	const append: LogPort["append"] = async (unit) => {
		const outcome = await store.log.append(unit);
		if (!outcome.replayed) count(unit.events.length);
		return outcome;
	};
	const log = new Proxy(store.log, {
		get: (target, name) => (name === "append" ? append : memberOf(target, name)),
	});
	return new Proxy(store, { get: (target, name) => (name === "log" ? log : memberOf(target, name)) });
}
