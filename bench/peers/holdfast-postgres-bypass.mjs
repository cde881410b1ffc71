import { openPostgres } from "./holdfast-postgres.mjs";

// The harness finds this by its text: pkgs: ['holdfast', 'pg'], backend: 'pg'
export const meta = { pkgs: ["holdfast", "pg"], backend: "pg" };
/** Past row level security, as the peers run it: what the wall between tenants costs. */
export const openSessions = ({ pgUrl }) => openPostgres(pgUrl, { role: false });
