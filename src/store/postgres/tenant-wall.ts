/*
 * The second wall between tenants. The first are the statements themselves, which name the tenant; should one forget it,
 * the server finds nothing. Holds for the owner of the tables too; only superusers and roles with BYPASSRLS pass, which is
 * why the store takes on another role when it was given such a one (see roles.ts).
 */

/** The condition that a row is of the transaction's tenant. Without one, nothing is. */
const MINE = "tenant = current_setting('holdfast.tenant', true)";

/** Walls a table off. */
export function wallText(table: string): string {
	return `ALTER TABLE {${table}} ENABLE ROW LEVEL SECURITY;
		ALTER TABLE {${table}} FORCE ROW LEVEL SECURITY;
		CREATE POLICY own_tenant ON {${table}} USING (${MINE}) WITH CHECK (${MINE});`;
}
