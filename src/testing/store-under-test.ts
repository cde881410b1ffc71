import type { Store } from "../store/ports/index.ts";

/** A store to test, and how to clean up after it. */
export interface StoreUnderTest {
	/** The store, not opened yet. It need not be empty: every test uses its own tenant. */
	store: Store;
	/**
	 * Another store object on the same data, as a second process would have. Required unless the data exists
	 * only in the object.
	 */
	second?(): Store | Promise<Store>;
	/** Removes what the suite left behind. Called after the stores are closed. */
	dispose?(): void | Promise<void>;
}

/** Creates the store to test. */
export type OpenStore = () => StoreUnderTest | Promise<StoreUnderTest>;
