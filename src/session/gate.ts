import { HoldfastError } from "../error/index.ts";

type Member = (...args: never[]) => unknown;

/** Members that do no work themselves. What they return rejects once the platform is closed. */
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
	new HoldfastError(
		"unavailable",
		"this instance of Holdfast is closed; open another one",
		{},
		{ retryable: false },
	);

/**
 * Counts operations in progress, so that closing can wait for them. An operation of several steps (delete, scan,
 * receipt) counts once. Operations after `close` has begun are rejected.
 */
export class Gate {
	#active = 0;
	#closing = false;
	#onIdle: (() => void) | undefined;
	readonly #leave = (): void => {
		this.#active -= 1;
		if (this.#active === 0) this.#onIdle?.();
	};

	/**
	 * The same interface with its operations counted. Members are wrapped when they are used, because handles are
	 * created often.
	 */
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

	/** Counts work in progress that is not an operation of its own. */
	count(work: Promise<unknown>): void {
		this.#active += 1;
		work.then(this.#leave, this.#leave);
	}

	/** Whether operations are in progress. */
	get isBusy(): boolean {
		return this.#active > 0;
	}

	/** Rejects new operations; resolves when the last one has ended. */
	async close(): Promise<void> {
		this.#closing = true;
		if (this.#active === 0) return;
		await new Promise<void>((resolve) => {
			this.#onIdle = resolve;
		});
	}
}
