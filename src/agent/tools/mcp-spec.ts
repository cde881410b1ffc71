import { z } from "zod";
import { milliseconds, rule } from "../agent-fields.ts";
import { envText, headerTexts } from "./env-text.ts";

interface McpCommon {
	/** Only these of the server's tools, by the server's names. Default: all. */
	tools?: string[] | undefined;
	/** Put before each tool's name. */
	prefix?: string | undefined;
	/** An access rule for all of its tools, e.g. `role == "admin"`. */
	allow?: string | undefined;
	/** How long one call may take. Default 60,000. */
	timeoutMs?: number | undefined;
	/** How long starting, connecting and listing may take. Default 10,000. */
	connectTimeoutMs?: number | undefined;
}

/** An MCP server that is started as a process. */
export interface McpCommandSpec extends McpCommon {
	command: string;
	args?: string[] | undefined;
	/** All it gets beside PATH, HOME and the like. `${NAME}` stands for a variable of this process. */
	env?: Record<string, string> | undefined;
	cwd?: string | undefined;
}

/** An MCP server that is reached over Streamable HTTP. */
export interface McpUrlSpec extends McpCommon {
	url: string;
	/** `${NAME}` stands for an environment variable. */
	headers?: Record<string, string> | undefined;
}

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
		error: "must not hold a user or password; put credentials into headers",
	})
	.refine((text) => !/[{}]|%7B/i.test(text), {
		error: "must not hold {…}: addresses are logged; put secrets into headers",
	});

const shape = z.strictObject({
	command: processText.min(1, { error: "must not be empty" }).optional(),
	args: z.array(processText).optional(),
	env: z
		.record(
			z.string().regex(/^[^=\0]+$/, { error: "is not the name of a variable" }),
			envText.refine(hasNoNul, NO_NUL),
		)
		.optional(),
	cwd: processText.optional(),
	url: serverUrl.optional(),
	headers: headerTexts.optional(),
	...common,
});

const ONLY_WITH = { args: "command", env: "command", cwd: "command", headers: "url" } as const;

/** How an MCP server is reached and what of it is used, as written in a manifest. */
export const mcpSpec = shape.superRefine((spec, context) => {
	if ((spec.command === undefined) === (spec.url === undefined)) {
		context.addIssue({ code: "custom", message: "must have either command or url" });
		return;
	}
	for (const [field, owner] of Object.entries(ONLY_WITH)) {
		if (spec[field as keyof typeof ONLY_WITH] === undefined || spec[owner] !== undefined) continue;
		context.addIssue({ code: "custom", path: [field], message: `belongs to a server with ${owner}` });
	}
	// Exactly one of the two is there now, which zod's types cannot say.
}) as unknown as z.ZodType<McpSpec, McpSpec>;

export const isCommand = (spec: McpSpec): spec is McpCommandSpec =>
	"command" in spec && spec.command !== undefined;

/** What a server is called in messages. Neither arguments nor variables: they may be secret. */
export const labelOf = (spec: McpSpec): string => (isCommand(spec) ? spec.command : new URL(spec.url).host);
