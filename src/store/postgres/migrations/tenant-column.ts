/*
 * The tenant is the first column of every key. That way, a tenant's rows are stored together, a missing
 * condition finds nothing, and the tables can be partitioned or sharded by tenant. The inserting transaction
 * fills it in. Text is compared byte by byte, as in every other store.
 */
export const TENANT = `tenant TEXT COLLATE "C" NOT NULL DEFAULT current_setting('holdfast.tenant')`;
