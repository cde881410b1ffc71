import { HoldfastError } from "../error/index.ts";

type Member = (...args: never[]) => unknown;

/** Members that start nothing by themselves: what they return refuses on its own once the platform is closed. */
const LAZY: ReadonlySet<string> = new Set([
	"follow",
	"rewind",
	"export",
	"session",
	"memory",
	"stream",
	"close",
]);

export const closedError = (): HoldfastError =>
	new HoldfastError("unavailable", "this Holdfast is closed; open another one", {}, { retryable: false });

/**
 * Counts the operations under way, so that closing can let them end. An operation of several steps (delete, scan,
 * receipt) is one; what is asked for after `close` began is refused.
 */
export class Gate {
	#active = 0;
	#closing = false;
	#onIdle: (() => void) | undefined;
	readonly #leave = (): void => {
		this.#active -= 1;
		if (this.#active === 0) this.#onIdle?.();
	};

	/** The same interface with its operations counted. Members are wrapped when they are used: handles are made often. */
	guard<T extends object>(api: T): T {
		const wrapped = new Map<PropertyKey, unknown>();
		return new Proxy(api, {
			get: (target, name) => {
				if (wrapped.has(name)) return wrapped.get(name);
				const made = this.#wrap(name, Reflect.get(target, name));
				wrapped.set(name, made);
				return made;
			},
		});
	}

	#wrap(name: PropertyKey, member: unknown): unknown {
		if (typeof member === "function")
			return LAZY.has(String(name)) ? member : this.#counted(member as Member);
		return name !== "ref" && typeof member === "object" && member !== null ? this.guard(member) : member;
	}

	#counted(operation: Member): Member {
		return (...args) => {
			if (this.#closing) return Promise.reject(closedError());
			const result = operation(...args) as Promise<unknown>;
			this.count(result);
			return result;
		};
	}

	/** Counts work that is under way without being an operation of its own. */
	count(work: Promise<unknown>): void {
		this.#active += 1;
		work.then(this.#leave, this.#leave);
	}

	/** Whether something is under way. */
	get isBusy(): boolean {
		return this.#active > 0;
	}

	/** Lets nothing new in; resolves when the last operation has left. */
	async close(): Promise<void> {
		this.#closing = true;
		if (this.#active === 0) return;
		await new Promise<void>((resolve) => {
			this.#onIdle = resolve;
		});
	}
}
