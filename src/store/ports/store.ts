import type { DeliveryPort } from "./delivery-port.ts";
import type { DocumentPort } from "./document-port.ts";
import type { ErasurePort } from "./erasure-port.ts";
import type { FactPort } from "./fact-port.ts";
import type { Finding } from "./finding.ts";
import type { IndexPort } from "./index-port.ts";
import type { LogPort } from "./log-port.ts";
import type { RunPort } from "./run-port.ts";
import type { SessionPort } from "./session-port.ts";
import type { StatePort } from "./state-port.ts";
import type { SubscriptionPort } from "./subscription-port.ts";
import type { TransferPort } from "./transfer-port.ts";
import type { UserPort } from "./user-port.ts";
import type { VectorIndex } from "./vector-index.ts";
import type { WorkPort } from "./work-port.ts";

/** What a store supports. Code above the ports checks these values, never the name of a store. */
export interface Capabilities {
	/** Acknowledged writes survive the end of the process. */
	durable: boolean;
	/** Several processes can use the same data at the same time. */
	shared: boolean;
	/** The limits of the store. */
	limits: {
		/** Maximum bytes of JSON in one event; at least 256 KiB. */
		eventBytes: number;
		/** Maximum events in one append; at least 64. */
		batchEvents: number;
	};
	/** Where the candidates of a search in facts come from. */
	search: {
		/**
		 * `index`: for large owners, from an inverted index outside of the process. `scan`: from memory; the
		 * process holds all facts of an owner.
		 */
		keyword: "index" | "scan";
		/**
		 * `hnsw`: for large owners, from a graph of vectors, which may miss a few. `scan`: every vector is
		 * compared.
		 */
		vector: "hnsw" | "scan";
		/** Why there is no index, if there could be one. */
		reason?: string;
	};
}

/** The search capabilities of a store without its own index for large owners. */
export const SCANS: Capabilities["search"] = { keyword: "scan", vector: "scan" };

/**
 * A store: the database behind Holdfast, as a set of narrow ports. Test yours with `describeStore` of
 * `holdfast/testing`.
 */
export interface Store {
	/** The name of the store, e.g. `sqlite`, for people. */
	readonly name: string;
	/** What the store supports. */
	readonly capabilities: Capabilities;
	/** Connects and migrates. Calls are counted: each `open` needs one `close`. */
	open(): Promise<void>;
	/** Waits for running operations. The last `close` disconnects. */
	close(): Promise<void>;
	/**
	 * Reports how the store is configured and what it runs on. Changes nothing. If something cannot be
	 * determined, that is a finding, too.
	 */
	examine(): Promise<Finding[]>;
	/** The event logs of sessions. */
	readonly log: LogPort;
	/** Sessions as records, and operations on whole sessions. */
	readonly sessions: SessionPort;
	/** Reads state. */
	readonly state: StatePort;
	/** Users. */
	readonly users: UserPort;
	/** Background jobs. */
	readonly work: WorkPort;
	/** Deliveries of events to webhooks. */
	readonly deliveries: DeliveryPort;
	/** Webhook subscriptions of agents and tenants. */
	readonly subscriptions: SubscriptionPort;
	/** Small records of a tenant: keys, secrets, stored responses. */
	readonly documents: DocumentPort;
	/** Runs and their spans. */
	readonly runs: RunPort;
	/** Long-term facts. */
	readonly facts: FactPort;
	/** The search index of messages. */
	readonly index: IndexPort;
	/** Deletes data and counts what is left. */
	readonly erasure: ErasurePort;
	/** Reads and writes everything, for exports, imports and copies. */
	readonly transfer: TransferPort;
	/** The store's own index of the facts of large owners, if it has one. Available when the store is open. */
	readonly search?: VectorIndex | undefined;
}
