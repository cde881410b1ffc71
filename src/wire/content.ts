import { INPUT_TYPES, messageContent } from "../event/index.ts";

export const content = messageContent.meta({
	id: "Content",
	description: `Text, or parts that each have a type, e.g. { type: "text", text } or { type: "image", url }. Agents accept parts of the types ${INPUT_TYPES.join(", ")}, and data-…, which is not sent to a model. A run with any other type is rejected`,
});
