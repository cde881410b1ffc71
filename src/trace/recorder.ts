import { type JsonObject, uuidV7 } from "../event/index.ts";
import type { SpanRecord } from "../store/ports/index.ts";
import type { Otel, OtelSpan } from "./otel.ts";

export type SpanKind = "run" | "step" | "model" | "tool" | "memory";

/** A piece of work that is going on. */
export interface ActiveSpan {
	readonly id: string;
	/** @internal */
	readonly otel: OtelSpan | undefined;
	set(attributes: JsonObject): void;
	end(error?: string): void;
	within<T>(action: () => T): T;
}

const now = (): number => performance.timeOrigin + performance.now();

/** OpenTelemetry takes scalars and lists of them; anything deeper goes as JSON text. */
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

/**
 * Times the work of a run. Ended spans wait here until a write of the run takes them along to the store; the same
 * spans go to OpenTelemetry as they happen, where a program has set it up.
 */
export class Recorder {
	readonly #runId: string;
	readonly #otel: Otel | undefined;
	#ended: SpanRecord[] = [];

	constructor(runId: string, otel: Otel | undefined) {
		this.#runId = runId;
		this.#otel = otel;
	}

	start(kind: SpanKind, name: string, attributes: JsonObject = {}, parent?: ActiveSpan): ActiveSpan {
		const startedAt = now();
		const id = uuidV7();
		const otel = this.#otel?.start(name, flat(attributes), startedAt, parent?.otel);
		const all: JsonObject = { ...attributes };
		let open = true;
		return {
			id,
			otel,
			set(more) {
				Object.assign(all, more);
				otel?.set(flat(more));
			},
			end: (error) => {
				if (!open) return;
				open = false;
				const endedAt = now();
				otel?.end(endedAt, error);
				const parentId = parent?.id;
				this.#ended.push({
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
			},
			within: (action) => (otel ? otel.within(action) : action()),
		};
	}

	/** The spans that have ended since the last time. */
	take(): SpanRecord[] {
		const taken = this.#ended;
		this.#ended = [];
		return taken;
	}

	/** Puts back what could not be stored. */
	restore(spans: readonly SpanRecord[]): void {
		this.#ended = [...spans, ...this.#ended];
	}
}
