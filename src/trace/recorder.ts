import { type JsonObject, uuidV7 } from "../event/index.ts";
import type { SpanRecord } from "../store/ports/index.ts";
import type { Otel, OtelSpan } from "./otel.ts";

export type SpanKind = "run" | "step" | "model" | "tool" | "memory";

/** Work in progress. */
export interface ActiveSpan {
	readonly id: string;
	/** @internal */
	readonly otel: OtelSpan | undefined;
	set(attributes: JsonObject): void;
	end(error?: string): void;
	within<T>(action: () => T): T;
}

const now = (): number => performance.timeOrigin + performance.now();

/** OpenTelemetry accepts scalars and lists of them. Nested values are sent as JSON text. */
function flat(attributes: JsonObject): Record<string, string | number | boolean | string[]> {
	return Object.fromEntries(
		Object.entries(attributes)
			.filter(([, value]) => value !== null)
			.map(([key, value]) => {
				if (typeof value !== "object") return [key, value];
				const isTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
				return [key, isTexts ? value : JSON.stringify(value)];
			}),
	);
}

/** A span as it is now. The end of an open span is the time of reading. */
export type LiveSpan = SpanRecord & { open?: true };

/**
 * Times the work of a run. Ended spans wait here until a write of the run takes them to the store. If the program
 * has set up OpenTelemetry, they are also sent there as they happen.
 */
export class Recorder {
	readonly #runId: string;
	readonly #otel: Otel | undefined;
	#ended: SpanRecord[] = [];
	/** Taken for the store but not confirmed yet. Must not be taken again. */
	readonly #leaving = new Set<SpanRecord>();
	readonly #open = new Set<() => LiveSpan>();

	constructor(runId: string, otel: Otel | undefined) {
		this.#runId = runId;
		this.#otel = otel;
	}

	start(kind: SpanKind, name: string, attributes: JsonObject = {}, parent?: ActiveSpan): ActiveSpan {
		const startedAt = now();
		const id = uuidV7();
		const otel = this.#otel?.start(name, flat(attributes), startedAt, parent?.otel);
		const all: JsonObject = { ...attributes };
		const parentId = parent?.id;
		const record = (endedAt: number, error: string | undefined): SpanRecord => ({
			id,
			runId: this.#runId,
			parentId,
			kind,
			name,
			startedAt,
			endedAt,
			error,
			attributes: all,
		});
		const look = (): LiveSpan => ({ ...record(now(), undefined), attributes: { ...all }, open: true });
		this.#open.add(look);
		return {
			id,
			otel,
			set(more) {
				Object.assign(all, more);
				otel?.set(flat(more));
			},
			end: (error) => {
				if (!this.#open.delete(look)) return;
				const endedAt = now();
				otel?.end(endedAt, error);
				this.#ended.push(record(endedAt, error));
			},
			within: (action) => (otel ? otel.within(action) : action()),
		};
	}

	/** The spans that have ended since the last call. The caller reports the result with `stored` or `restore`. */
	take(): SpanRecord[] {
		const taken = this.#ended;
		this.#ended = [];
		for (const span of taken) this.#leaving.add(span);
		return taken;
	}

	/** Confirms that these spans are stored. */
	stored(spans: readonly SpanRecord[]): void {
		for (const span of spans) this.#leaving.delete(span);
	}

	/** Returns spans that could not be stored. */
	restore(spans: readonly SpanRecord[]): void {
		this.stored(spans);
		this.#ended = [...spans, ...this.#ended];
	}

	/** Spans that the store does not have yet: ended ones, and open ones as they are now. */
	live(): LiveSpan[] {
		return [...this.#leaving, ...this.#ended, ...Array.from(this.#open, (look) => look())];
	}
}
