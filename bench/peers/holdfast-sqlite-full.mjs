import { openSqlite } from "./holdfast-sqlite-normal.mjs";

// The harness finds this by its text: pkgs: ['holdfast'], backend: 'sqlite'
export const meta = { pkgs: ["holdfast"], backend: "sqlite" };
export const openSessions = ({ dir }) => openSqlite(dir, "full");
