import { expect, test } from "vitest";
import { Recorder } from "./recorder.ts";
import { toSpan } from "./span.ts";

const look = (recorder: Recorder): string[] =>
	recorder
		.live()
		.map(toSpan)
		.map(({ name, status }) => `${name}: ${status}`);

test("AG9: a span is seen while it is open, when it has ended, and on its way to the store; then the store has it", () => {
	const recorder = new Recorder("r", undefined);
	const run = recorder.start("run", "run");
	const recall = recorder.start("memory", "recall", {}, run);
	expect(look(recorder)).toEqual(["run: running", "recall: running"]);
	recall.end();
	recall.end("twice");
	expect(look(recorder)).toEqual(["recall: ok", "run: running"]);
	const taken = recorder.take();
	expect(taken.map(({ name }) => name)).toEqual(["recall"]);
	expect(recorder.take()).toEqual([]);
	expect(look(recorder)).toEqual(["recall: ok", "run: running"]);
	recorder.stored(taken);
	expect(look(recorder)).toEqual(["run: running"]);
});

test("AG9: what could not be stored is taken along by the next write, and is there once", () => {
	const recorder = new Recorder("r", undefined);
	recorder.start("step", "first").end();
	const taken = recorder.take();
	recorder.start("step", "second").end("model_failed");
	recorder.restore(taken);
	expect(look(recorder)).toEqual(["first: ok", "second: error"]);
	expect(recorder.take().map(({ name }) => name)).toEqual(["first", "second"]);
});

test("AG9: who looks at an open span cannot change it, and sees what is said of it later only by looking again", () => {
	const recorder = new Recorder("r", undefined);
	const span = recorder.start("memory", "search");
	const [before] = recorder.live();
	span.set({ "holdfast.memory.taken": 3 });
	expect(before?.attributes).toEqual({});
	expect(recorder.live()[0]?.attributes).toEqual({ "holdfast.memory.taken": 3 });
});
