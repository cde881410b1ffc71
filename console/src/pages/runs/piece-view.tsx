import type { Run } from "holdfast";
import { Link } from "wouter";
import { Badge } from "../../parts/badge.tsx";
import { Said } from "../../parts/text.tsx";
import { sessionPath } from "../../paths.ts";
import type { Piece } from "./transcript.ts";
import { ValueView } from "./value-view.tsx";

const WHO = { user: "User", agent: "Agent", human: "Human", system: "System" } as const;

function Place({ run, offset }: { run: Run; offset: number | undefined }) {
	if (offset === undefined) return null;
	return (
		<Link
			href={sessionPath(run, offset)}
			className="mono small"
			aria-label={`Event ${offset} in the session`}
		>
			#{offset}
		</Link>
	);
}

function Call({ piece }: { piece: Extract<Piece, { kind: "tool" }> }) {
	const { input, output, isError, hasResult } = piece;
	return (
		<>
			{input !== undefined && (
				<div className="run-value">
					<span className="soft small">Input</span>
					<ValueView value={input} label="Input" />
				</div>
			)}
			{hasResult ? (
				<div className="run-value">
					<span className="soft small">{isError ? "Error" : "Output"}</span>
					<ValueView value={output ?? null} label="Output" />
				</div>
			) : (
				<span className="soft small">in progress</span>
			)}
		</>
	);
}

/** One message or tool call. */
export function PieceView({ run, piece }: { run: Run; piece: Piece }) {
	const by = piece.kind === "said" ? piece.by : piece.kind === "tool" ? "tool" : "system";
	return (
		<li className={`run-piece ${by}`}>
			<span className="row run-who">
				<b>
					{piece.kind === "said" ? (
						<bdi>{piece.name ?? WHO[piece.by]}</bdi>
					) : piece.kind === "tool" ? (
						<>
							Tool <bdi className="mono">{piece.name}</bdi>
						</>
					) : (
						"Erased"
					)}
				</b>
				{piece.kind === "tool" && piece.isError && <Badge tone="bad">error</Badge>}
				{piece.kind === "said" && piece.open && (
					<Badge tone="accent" live>
						streaming
					</Badge>
				)}
				<span className="grows" />
				<Place run={run} offset={piece.offset} />
			</span>
			{piece.kind === "said" && <Said>{piece.text}</Said>}
			{piece.kind === "tool" && <Call piece={piece} />}
			{piece.kind === "erased" && <span className="soft">The content of this event was erased.</span>}
		</li>
	);
}
