import { z } from "zod";
import { HoldfastError } from "../../error/index.ts";

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Text in which `${NAME}` is replaced with an environment variable, e.g. `Bearer ${API_TOKEN}`. */
export const envText = z
	.string({ error: "must be a string" })
	.refine((text) => !text.replaceAll(VARIABLE, "").includes("${"), {
		// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
		error: "has a ${ that names no environment variable; write ${NAME}",
	});

export interface FilledTexts {
	values: Record<string, string>;
	/** Texts that must never be shown: the values, and the variables in them. Longest first. */
	secrets: readonly string[];
}

/**
 * Inserts environment variables. Called when a value is needed, so that a changed secret needs no restart.
 */
export function fillEnv(texts: Readonly<Record<string, string>>, what: string): FilledTexts {
	const secrets = new Set<string>();
	const fill = (name: string, text: string): string =>
		text.replaceAll(VARIABLE, (_, variable: string) => {
			const value = process.env[variable];
			if (!value) {
				const message = `${what} ${name} needs the environment variable ${variable}, which is not set or is empty`;
				throw new HoldfastError("invalid", message, { variable });
			}
			secrets.add(value);
			return value;
		});
	const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(name, text)]));
	for (const value of Object.values(values)) secrets.add(value);
	return { values, secrets: [...secrets].sort((a, b) => b.length - a.length) };
}

/** Shorter values are words like `on` or `1`: not secrets, and removing them would make texts unreadable. */
const SHORTEST_SECRET = 4;

/** The text without the secrets, including those inside JSON. */
export function redact(text: string, secrets: readonly string[]): string {
	let clean = text;
	for (const value of secrets) {
		const secret = value.trim();
		if (secret.length < SHORTEST_SECRET) continue;
		clean = clean.replaceAll(secret, "***").replaceAll(JSON.stringify(secret).slice(1, -1), "***");
	}
	return clean;
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const headerTexts = z.record(
	z.string().regex(HEADER_NAME, { error: "is not a valid header name" }),
	envText,
);

/** The headers to send. The platform's error for a bad value contains the value, so it is not passed on. */
export function toHeaders(values: Readonly<Record<string, string>>): Headers {
	const headers = new Headers();
	for (const [name, value] of Object.entries(values)) {
		try {
			headers.set(name, value);
		} catch {
			throw new HoldfastError("invalid", `header ${name} has a value that is not allowed in a header`, {
				header: name,
			});
		}
	}
	return headers;
}
