import { wrap } from "./holdfast-sqlite-normal.mjs";

// The harness finds this by its text: pkgs: ['holdfast', 'pg'], backend: 'pg'
export const meta = { pkgs: ["holdfast", "pg"], backend: "pg" };
const dist = process.env.HOLDFAST_DIST;
const load = (file) => import(`${dist}/${file}`);

export async function openPostgres(url, options) {
	const [{ holdfast }, { postgres }] = await Promise.all([load("index.js"), load("store/postgres/index.js")]);
	return wrap(await holdfast({ store: postgres(url, options) }));
}

/** As it comes: a superuser takes on a role that row level security holds; a pool of 10. */
export const openSessions = ({ pgUrl }) => openPostgres(pgUrl);
