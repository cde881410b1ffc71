import { hash, randomUUID } from "node:crypto";
import type { Client } from "pg";
import type { PostgresLink } from "./link.ts";

/*
 * A connection outside of the pool, on which this process receives the notifications of other processes and
 * sends its own.
 *
 *   asleep ── first need ──▶ connecting ── LISTEN ──▶ listening ── connection lost ──▶ connecting again, a
 * moment later
 *
 * A notification is only a hint: it may be lost, late, or unnecessary. It is sent after the commit, never
 * inside: the server lets only one transaction with a notification commit at a time. Many commits share one.
 */

/** At most one notification in this many milliseconds. */
const GAP_MS = 8;
/** The server's limit is 8,000 bytes. */
const MAX_HINTS = 400;
/** Enough of a key to distinguish sessions in nearly all cases; a collision costs one check. */
const HINT_LENGTH = 12;
const EVERYBODY = "*";
const MAX_PAUSE_MS = 2_000;
/** How long to wait for the server to receive the last notification, in milliseconds. */
const PATIENCE_MS = 1_000;

export const hintOf = (key: string): string => key.slice(-HINT_LENGTH);

export interface Heard {
	/** Sessions that may have changed, by hint; undefined: any of them. */
	hear(hints: ReadonlySet<string> | undefined): void;
	/** The connection was lost: nothing is received until `hear` reports that anything may have happened. */
	deaf(): void;
}

export class Listener {
	readonly #link: PostgresLink;
	readonly #heard: Heard;
	readonly #channel: string;
	/** A process receives its own notifications, too. */
	readonly #origin = randomUUID().slice(0, 8);
	#client: Client | undefined;
	#connecting = false;
	#closed = false;
	#attempts = 0;
	#retry: NodeJS.Timeout | undefined;
	#needed = false;
	#hints = new Set<string>();
	#sending = false;
	#sentAt = 0;

	constructor(link: PostgresLink, heard: Heard) {
		const { schema, tablePrefix } = link.settings;
		this.#link = link;
		this.#heard = heard;
		this.#channel = `holdfast_${hash("sha256", `${schema}.${tablePrefix}`, "hex").slice(0, 24)}`;
	}

	get listening(): boolean {
		return this.#client !== undefined;
	}

	/** Connects, unless it is connected. */
	wake(): void {
		if (this.#client || this.#connecting || this.#closed || this.#retry) return;
		this.#connecting = true;
		this.#connect().then(
			() => {
				this.#connecting = false;
			},
			() => {
				this.#connecting = false;
				this.#tryLater();
			},
		);
	}

	/** Whether it keeps the process alive. */
	need(needed: boolean): void {
		this.#needed = needed;
		const socket = this.#client as { ref(): void; unref(): void } | undefined;
		if (needed) socket?.ref();
		else socket?.unref();
	}

	/** Notifies other processes soon that this session changed; without a key, that any session may have. */
	tell(key: string | undefined): void {
		if (this.#closed) return;
		this.wake();
		this.#hints.add(key === undefined ? EVERYBODY : hintOf(key));
		this.#schedule();
	}

	async close(): Promise<void> {
		this.#closed = true;
		clearTimeout(this.#retry);
		// Somebody waits for the result: the process must not exit in the middle of it.
		this.need(true);
		const client = this.#client;
		if (this.#hints.size > 0) await orAfter(PATIENCE_MS, this.#send());
		this.#client = undefined;
		if (!client) return;
		await orAfter(PATIENCE_MS, client.end());
		// A server that does not respond does not close the connection either.
		socketOf(client)?.destroy();
	}

	/** Starts again after `close`. */
	open(): void {
		this.#closed = false;
		this.#sending = false;
		this.#attempts = 0;
		this.#retry = undefined;
		this.#hints.clear();
	}

	async #connect(): Promise<void> {
		const lost = (): void => this.#lose(client);
		const client: Client = await this.#link.single(lost);
		client.on("end", lost);
		client.on("notification", ({ payload = "" }) => this.#receive(payload));
		try {
			await client.query(`LISTEN ${this.#channel}`);
		} catch (error) {
			client.end().catch(() => {});
			throw error;
		}
		if (this.#closed) {
			await client.end().catch(() => {});
			return;
		}
		this.#client = client;
		this.#attempts = 0;
		this.need(this.#needed);
		// Earlier notifications are lost.
		this.#heard.hear(undefined);
		this.#schedule();
	}

	#lose(client: Client): void {
		if (this.#client !== client) return;
		this.#client = undefined;
		client.end().catch(() => {});
		if (this.#closed) return;
		this.#heard.deaf();
		this.#tryLater();
	}

	#tryLater(): void {
		if (this.#closed || this.#retry) return;
		const ms = Math.min(MAX_PAUSE_MS, 20 * 2 ** this.#attempts++) * (0.5 + Math.random() / 2);
		this.#retry = setTimeout(() => {
			this.#retry = undefined;
			this.wake();
		}, ms);
		if (!this.#needed) this.#retry.unref();
	}

	#receive(payload: string): void {
		const [origin, ...hints] = payload.split(",");
		if (origin === this.#origin) return;
		this.#heard.hear(hints.includes(EVERYBODY) ? undefined : new Set(hints));
	}

	#schedule(): void {
		if (this.#sending || !this.#client || this.#hints.size === 0) return;
		this.#sending = true;
		const wait = this.#sentAt + GAP_MS - Date.now();
		const send = (): void => void this.#send();
		if (wait <= 0) setImmediate(send);
		else setTimeout(send, wait);
	}

	async #send(): Promise<void> {
		const hints = this.#hints;
		this.#hints = new Set();
		this.#sentAt = Date.now();
		const said = hints.size > MAX_HINTS || hints.has(EVERYBODY) ? [EVERYBODY] : [...hints];
		try {
			const text = "SELECT pg_notify($1, $2)";
			await this.#client?.query({
				name: "hf_notify",
				text,
				values: [this.#channel, [this.#origin, ...said].join(",")],
			});
		} catch {
			// The others poll from time to time.
		}
		this.#sending = false;
		this.#schedule();
	}
}

/** Waits for a promise, whatever its outcome, but not for long. */
async function orAfter(ms: number, work: Promise<unknown>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, ms);
	});
	await Promise.race([work.then(() => {}).catch(() => {}), late]);
	clearTimeout(timer);
}

/** The driver does not expose the socket. */
const socketOf = (client: Client): { destroy(): void } | undefined =>
	(client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream;
