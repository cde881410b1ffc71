import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createScreen } from "../screen/screen.ts";
import { type FittingColumn, fitColumns } from "./fit-columns.ts";

interface Row {
	id: string;
	note: string;
}

const columns: FittingColumn<Row>[] = [
	{ title: "ID", value: ({ id }) => id },
	{ title: "NOTE", value: ({ note }) => note, shrinks: true, spare: 1 },
	{ title: "SIZE", value: ({ note }) => note.length, spare: 2 },
];

function titles(width: number, rows: readonly Row[]): string[] {
	const out = Object.assign(new PassThrough(), { isTTY: true, columns: width });
	return fitColumns(createScreen(out, {}), columns, rows).map(({ title }) => title);
}

test("IF4: a narrow terminal does without columns that can be spared, the sparest first", () => {
	const rows = [{ id: "x".repeat(16), note: "a note that is long enough to be cut" }];
	expect(titles(40, rows)).toEqual(["ID", "NOTE", "SIZE"]);
	expect(titles(30, rows)).toEqual(["ID", "NOTE"]);
	expect(titles(20, rows)).toEqual(["ID"]);
});

test("IF4: one long value does not drive the others out", () => {
	expect(titles(60, [{ id: "x".repeat(500), note: "a note" }])).toEqual(["ID", "NOTE", "SIZE"]);
});
