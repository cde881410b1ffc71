import { z } from "zod";
import { milliseconds, rule } from "../agent-fields.ts";
import { envText, headerTexts } from "./env-text.ts";

/** Settings of every MCP server. */
interface McpCommon {
	/** The tools to use, by their names on the server. Default: all. */
	tools?: string[] | undefined;
	/** A prefix for the name of each tool. */
	prefix?: string | undefined;
	/** An access rule for all tools of this server, e.g. `role == "admin"`. */
	allow?: string | undefined;
	/** The maximum duration of one call, in milliseconds. Default 60,000. */
	timeoutMs?: number | undefined;
	/** The maximum time to start the server, connect and list its tools, in milliseconds. Default 10,000. */
	connectTimeoutMs?: number | undefined;
}

/** An MCP server that runs as a child process. */
export interface McpCommandSpec extends McpCommon {
	/** The program to start. */
	command: string;
	/** The arguments of the program. */
	args?: string[] | undefined;
	/**
	 * The environment of the process, in addition to PATH, HOME and a few others. `${NAME}` is replaced with a
	 * variable of this process.
	 */
	env?: Record<string, string> | undefined;
	/** The working directory of the process. */
	cwd?: string | undefined;
}

/** An MCP server that is reached over Streamable HTTP. */
export interface McpUrlSpec extends McpCommon {
	/** The URL of the server. */
	url: string;
	/** The headers to send. `${NAME}` is replaced with an environment variable. */
	headers?: Record<string, string> | undefined;
}

/** An MCP server: a command to start or a URL to connect to. See `mcp()`. */
export type McpSpec = McpCommandSpec | McpUrlSpec;

const common = {
	tools: z.array(z.string().min(1)).optional(),
	prefix: z
		.string()
		.regex(/^[A-Za-z_][A-Za-z0-9_-]{0,31}$/, {
			error: "must be 1 to 32 letters, digits, _ and -, not starting with a digit",
		})
		.optional(),
	allow: rule().optional(),
	timeoutMs: milliseconds().optional(),
	connectTimeoutMs: milliseconds().optional(),
};

const hasNoNul = (text: string): boolean => !text.includes("\0");
const NO_NUL = { error: "must not contain NUL" };
const processText = z.string({ error: "must be a string" }).refine(hasNoNul, NO_NUL);

const serverUrl = z
	.string({ error: "must be a string" })
	.refine((text) => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? ""), {
		error: "must be an http or https address",
	})
	.refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, {
		error: "must not contain a user or password; put credentials into headers",
	})
	.refine((text) => !/[{}]|%7B/i.test(text), {
		error: "must not contain {…}: addresses are logged; put secrets into headers",
	});

const shape = z.strictObject({
	command: processText.min(1, { error: "must not be empty" }).optional(),
	args: z.array(processText).optional(),
	env: z
		.record(
			z.string().regex(/^[^=\0]+$/, { error: "is not a valid variable name" }),
			envText.refine(hasNoNul, NO_NUL),
		)
		.optional(),
	cwd: processText.optional(),
	url: serverUrl.optional(),
	headers: headerTexts.optional(),
	...common,
});

const ONLY_WITH = { args: "command", env: "command", cwd: "command", headers: "url" } as const;

/** The schema of an MCP server, as in a manifest. */
export const mcpSpec = shape.superRefine((spec, context) => {
	if ((spec.command === undefined) === (spec.url === undefined)) {
		context.addIssue({ code: "custom", message: "must have either command or url" });
		return;
	}
	for (const [field, owner] of Object.entries(ONLY_WITH)) {
		if (spec[field as keyof typeof ONLY_WITH] === undefined || spec[owner] !== undefined) continue;
		context.addIssue({ code: "custom", path: [field], message: `can only be set together with ${owner}` });
	}
	// One of the two is present now, which the zod types cannot express.
}) as unknown as z.ZodType<McpSpec, McpSpec>;

export const isCommand = (spec: McpSpec): spec is McpCommandSpec =>
	"command" in spec && spec.command !== undefined;

/** The name of a server in messages. It contains neither arguments nor variables: they may be secret. */
export const labelOf = (spec: McpSpec): string => (isCommand(spec) ? spec.command : new URL(spec.url).host);
