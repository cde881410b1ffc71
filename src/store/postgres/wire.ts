import type { PoolClient } from "pg";
import type { SqlCall, SqlValue } from "../sql/call.ts";
import type { Statement } from "./dialect.ts";

export interface WireOptions {
	compile(call: SqlCall): Statement;
	/**
	 * Behind a pooler in transaction mode, the next statement may run on another server connection: nothing is
	 * remembered there.
	 */
	pooler: boolean;
}

/** The part of the driver's client that has its socket. */
interface Connected {
	connection: { stream?: { cork(): void; uncork(): void } };
}

/** One connection while it is in use. Statements are sent without waiting for earlier results. */
export class Wire {
	readonly #client: PoolClient;
	readonly #options: WireOptions;
	/** True while writes to the socket are being collected to be sent together. */
	#gathering = false;
	/** Results that nobody waits for. All must have arrived before the transaction counts as done. */
	#owed: Promise<unknown>[] = [];

	constructor(client: PoolClient, options: WireOptions) {
		this.#client = client;
		this.#options = options;
	}

	/** An internal statement, without a name. */
	async plain(text: string, values: SqlValue[] = []): Promise<Record<string, unknown>[]> {
		const { rows } = await this.#client.query(values.length > 0 ? { text, values } : text);
		return rows;
	}

	/** Sends an internal statement whose result is not needed. */
	tell(text: string): void {
		this.#gather();
		this.#owe(this.#client.query(text));
	}

	/** A prepared statement that returns all rows as arrays of columns. */
	async arrays(statement: Omit<Statement, "ofTenant">, values: readonly unknown[]): Promise<unknown[][]> {
		return (await this.#query(statement, values, true)).rows;
	}

	/** Executes one of the shared statements. Returns `undefined` immediately if its result is not needed. */
	execute(call: SqlCall, tenant: string): Promise<unknown> | undefined {
		const statement = this.#options.compile(call);
		const values = statement.ofTenant ? [tenant, ...call.params] : call.params;
		const arrays = call.want === "arrays" || call.want === "first";
		const answer = this.#query(statement, values, arrays);
		if (call.want === "nothing") {
			this.#owe(answer);
			return undefined;
		}
		return answer.then(({ rows, rowCount }) => {
			if (call.want === "changes") return rowCount ?? 0;
			return call.want === "first" ? rows[0] : rows;
		});
	}

	get isOwed(): boolean {
		return this.#owed.length > 0;
	}

	/** Waits for the outstanding results. Rejects with the first failure. */
	async settle(): Promise<void> {
		const owed = this.#owed;
		this.#owed = [];
		for (const answer of owed) await answer;
	}

	/** Everything that is sent until the current code ends goes out in one write. */
	#gather(): void {
		if (this.#gathering) return;
		const { stream } = (this.#client as Partial<Connected>).connection ?? {};
		if (!stream) return;
		this.#gathering = true;
		stream.cork();
		queueMicrotask(() => {
			this.#gathering = false;
			stream.uncork();
		});
	}

	#owe(answer: Promise<unknown>): void {
		// `settle` reports a failure; until then it must not be an unhandled rejection.
		answer.catch(() => {});
		this.#owed.push(answer);
	}

	#query(
		{ name, text }: Omit<Statement, "ofTenant">,
		values: readonly unknown[],
		arrays: boolean,
	): Promise<{ rows: unknown[][]; rowCount: number | null }> {
		this.#gather();
		const config = {
			text,
			values: values as unknown[],
			...(!this.#options.pooler && { name }),
			...(arrays && { rowMode: "array" as const }),
		};
		return this.#client.query(config as { text: string; values: unknown[]; rowMode: "array" });
	}
}
