import type { EmbeddingModel } from "../../src/index.ts";

/** Groups of words that mean the same, each a direction. */
const MEANINGS = [
	["tea", "beverage", "drink", "drinks"],
	["boat", "vessel", "ship"],
	["heron", "bird", "egret"],
	["lisbon", "portugal"],
];

export interface FakeEmbedder {
	readonly model: EmbeddingModel;
	/** How many texts were asked for. */
	readonly asked: string[];
	/** While it is set, each call fails with it. */
	failure: Error | undefined;
}

/** An embedding model of the AI SDK that knows a few words; what it does not know is of one meaning. */
export function fakeEmbedder(modelId = "fake", extra = 1): FakeEmbedder {
	const asked: string[] = [];
	const embed = (text: string): number[] => {
		const words = text.toLowerCase().split(/[^a-z]+/);
		const known = MEANINGS.map((group) => words.filter((word) => group.includes(word)).length);
		return [...known, ...new Array<number>(extra).fill(0.1)];
	};
	const fake: FakeEmbedder = {
		asked,
		failure: undefined,
		model: {
			specificationVersion: "v4",
			provider: "fakes",
			modelId,
			maxEmbeddingsPerCall: 64,
			supportsParallelCalls: false,
			async doEmbed({ values }) {
				if (fake.failure) throw fake.failure;
				asked.push(...values);
				return { embeddings: values.map(embed), usage: { tokens: 1 }, warnings: [] };
			},
		},
	};
	return fake;
}
