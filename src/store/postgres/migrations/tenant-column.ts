/*
 * The tenant leads every key, so that a tenant's rows lie together, a forgotten condition finds nothing, and the tables can
 * be partitioned or sharded by it as they are. It is filled in by the transaction that inserts. Text is compared byte by
 * byte, as in every other store.
 */
export const TENANT = `tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant')`;
