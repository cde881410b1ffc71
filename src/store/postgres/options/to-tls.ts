import { readFileSync } from "node:fs";
import type { PostgresTls, SslMode } from "./option-types.ts";
import { refuseOption } from "./refuse-options.ts";

/** libpq's word for the CA certificates that the machine trusts. */
const SYSTEM = "system";

/** The TLS settings for an `sslmode`, as libpq defines it. `field` is the option to name in errors. */
export function toTls(mode: SslMode, host: string, rootCert: string | undefined, field: string): PostgresTls {
	// A Unix socket is local, and PostgreSQL has no TLS there.
	if (host.startsWith("/")) return false;
	if (rootCert !== undefined && (mode === "disable" || mode === "prefer"))
		refuseOption(field, `sslrootcert is ignored with sslmode ${mode}; set sslmode to verify-full`);
	// Anybody can get a certificate from a public authority: without checking the name, it proves nothing.
	if (rootCert === SYSTEM && mode !== "verify-full")
		refuseOption(field, "sslrootcert system needs sslmode verify-full");
	if (mode === "disable") return false;
	if (mode === "prefer") return mode;
	if (mode === "require" && rootCert === undefined) return { rejectUnauthorized: false };
	const ca = rootCert === undefined || rootCert === SYSTEM ? {} : { ca: readCertificates(rootCert, field) };
	if (mode === "verify-full") return { rejectUnauthorized: true, ...ca };
	return { rejectUnauthorized: true, ...ca, checkServerIdentity: () => undefined };
}

function readCertificates(path: string, field: string): string {
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
		const why = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
		return refuseOption(field, `the file ${path} of sslrootcert ${why}`);
	}
	// TLS silently accepts a file without certificates, and then trusts nobody.
	if (!/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(text))
		refuseOption(field, `the file ${path} of sslrootcert has no certificate in PEM format`);
	return text;
}
