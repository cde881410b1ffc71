/** A provider that can be used in `provider/model-id`. */
export interface KnownProvider {
	id: string;
	/** Its package. Only packages of this table are ever imported. */
	package: string;
	/** The function of the package that creates a model from an id. */
	export: string;
	/** The environment variable of its key. */
	env: string;
	/** Environment variables of other authentication methods. Empty: the package requires the key. */
	otherEnv: readonly string[];
	/** The `provider` of its model objects, or its prefix. */
	says: string;
}

const provider = (
	id: string,
	name: string,
	call: string,
	env: string,
	{ says = id, otherEnv = [] }: { says?: string; otherEnv?: readonly string[] } = {},
): KnownProvider => ({ id, package: name, export: call, env, otherEnv, says });

/**
 * Each entry was checked: the package is on npm, and the export creates language models with the key from the
 * environment.
 */
export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
	provider("openai", "@ai-sdk/openai", "openai", "OPENAI_API_KEY"),
	provider("anthropic", "@ai-sdk/anthropic", "anthropic", "ANTHROPIC_API_KEY"),
	provider("google", "@ai-sdk/google", "google", "GOOGLE_GENERATIVE_AI_API_KEY"),
	provider("google-vertex", "@ai-sdk/google-vertex", "vertex", "GOOGLE_VERTEX_API_KEY", {
		says: "google.vertex",
		otherEnv: ["GOOGLE_APPLICATION_CREDENTIALS"],
	}),
	provider("azure", "@ai-sdk/azure", "azure", "AZURE_API_KEY"),
	provider("amazon-bedrock", "@ai-sdk/amazon-bedrock", "bedrock", "AWS_BEARER_TOKEN_BEDROCK", {
		otherEnv: ["AWS_ACCESS_KEY_ID"],
	}),
	provider("mistral", "@ai-sdk/mistral", "mistral", "MISTRAL_API_KEY"),
	provider("xai", "@ai-sdk/xai", "xai", "XAI_API_KEY"),
	provider("groq", "@ai-sdk/groq", "groq", "GROQ_API_KEY"),
	provider("cohere", "@ai-sdk/cohere", "cohere", "COHERE_API_KEY"),
	provider("deepseek", "@ai-sdk/deepseek", "deepseek", "DEEPSEEK_API_KEY"),
	provider("togetherai", "@ai-sdk/togetherai", "togetherai", "TOGETHER_API_KEY"),
	provider("fireworks", "@ai-sdk/fireworks", "fireworks", "FIREWORKS_API_KEY"),
	provider("perplexity", "@ai-sdk/perplexity", "perplexity", "PERPLEXITY_API_KEY"),
	provider("cerebras", "@ai-sdk/cerebras", "cerebras", "CEREBRAS_API_KEY"),
	provider("openrouter", "@openrouter/ai-sdk-provider", "openrouter", "OPENROUTER_API_KEY"),
	provider("gateway", "@ai-sdk/gateway", "gateway", "AI_GATEWAY_API_KEY", {
		otherEnv: ["VERCEL_OIDC_TOKEN"],
	}),
];

/** The provider of a model object, by its `provider` value: `openai.responses` is `openai`. */
export function findProvider(said: string): KnownProvider | undefined {
	const fitting = KNOWN_PROVIDERS.filter(({ says }) => said === says || said.startsWith(`${says}.`));
	// `google.vertex` before `google`.
	return fitting.sort((a, b) => b.says.length - a.says.length)[0];
}
