/*
 * The second protection between tenants. The first are the statements, which name the tenant; if one forgets
 * it, the server finds nothing. It applies to the owner of the tables, too. Only superusers and roles with
 * BYPASSRLS bypass it, so the store switches to another role if it logs in as one of those (see roles.ts).
 */

/** The condition that a row belongs to the transaction's tenant. Without a tenant, no row does. */
const MINE = "tenant = current_setting('holdfast.tenant', true)";

/** Enables row level security for a table. */
export function wallText(table: string): string {
	return `ALTER TABLE {${table}} ENABLE ROW LEVEL SECURITY;
		ALTER TABLE {${table}} FORCE ROW LEVEL SECURITY;
		CREATE POLICY own_tenant ON {${table}} USING (${MINE}) WITH CHECK (${MINE});`;
}
