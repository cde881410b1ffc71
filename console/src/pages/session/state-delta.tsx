import type { StateDelta } from "holdfast";
import { inLine } from "./value-view.tsx";

const SHOWN = 300;

const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** The state keys that an event set or removed. The state panel shows the values before. */
export function StateDeltaView({ delta }: { delta: StateDelta }) {
	return (
		<ul className="plain-list session-delta">
			{Object.entries(delta.set ?? {}).map(([key, value]) => (
				<li key={`set ${key}`}>
					<bdi className="mono">{key}</bdi> → <bdi className="mono">{short(inLine(value))}</bdi>
				</li>
			))}
			{(delta.remove ?? []).map((key) => (
				<li key={`remove ${key}`}>
					<bdi className="mono">
						<del>{key}</del>
					</bdi>{" "}
					<span className="soft">removed</span>
				</li>
			))}
		</ul>
	);
}
