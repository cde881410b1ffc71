/** The agent that was open last in this browser. */
const NAME = "holdfast.facts.agent";

export const rememberedAgent = (): string | undefined => localStorage.getItem(NAME) ?? undefined;
export const rememberAgent = (id: string): void => localStorage.setItem(NAME, id);
