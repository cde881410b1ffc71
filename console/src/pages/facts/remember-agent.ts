/** The agent that was looked at last, as this browser remembers it. */
const NAME = "holdfast.facts.agent";

export const rememberedAgent = (): string | undefined => localStorage.getItem(NAME) ?? undefined;
export const rememberAgent = (id: string): void => localStorage.setItem(NAME, id);
