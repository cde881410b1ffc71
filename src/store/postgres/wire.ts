import type { PoolClient } from "pg";
import type { SqlCall, SqlValue } from "../sql/call.ts";
import type { Statement } from "./dialect.ts";

export interface WireOptions {
	compile(call: SqlCall): Statement;
	/** Behind a pooler of transactions the next statement may meet another server connection: nothing is remembered there. */
	pooler: boolean;
}

/** The part of the driver's client that holds its socket. */
interface Connected {
	connection: { stream?: { cork(): void; uncork(): void } };
}

/** One connection while it is in use. Statements are sent without waiting for the answers to those before. */
export class Wire {
	readonly #client: PoolClient;
	readonly #options: WireOptions;
	/** The socket, while what is sent in one breath is gathered to be sent as one. */
	#gathering = false;
	/** Answers that nobody waits for; each must have come before the transaction counts as done. */
	#owed: Promise<unknown>[] = [];

	constructor(client: PoolClient, options: WireOptions) {
		this.#client = client;
		this.#options = options;
	}

	/** A statement of our own, without name. */
	async plain(text: string, values: SqlValue[] = []): Promise<Record<string, unknown>[]> {
		const { rows } = await this.#client.query(values.length > 0 ? { text, values } : text);
		return rows;
	}

	/** Sends a statement of our own whose answer is of no interest. */
	tell(text: string): void {
		this.#gather();
		this.#owe(this.#client.query(text));
	}

	/** A prepared statement, answered with all rows as arrays of columns. */
	async arrays(statement: Omit<Statement, "ofTenant">, values: readonly unknown[]): Promise<unknown[][]> {
		return (await this.#query(statement, values, true)).rows;
	}

	/** Executes one of the shared statements; `undefined` at once if its answer is of no interest. */
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

	/** Waits for the answers that are still owed; rejects with the first failure among them. */
	async settle(): Promise<void> {
		const owed = this.#owed;
		this.#owed = [];
		for (const answer of owed) await answer;
	}

	/** Whatever is sent until this piece of code is over goes out in one write. */
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
		// A failure is told by `settle`; until then it is nobody's surprise.
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
