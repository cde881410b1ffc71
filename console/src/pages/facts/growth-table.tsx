import type { GrowthPoint } from "./growth-points.ts";
import { timeFormat } from "./growth-time.ts";

/** The same as numbers, of the steps in which something came. */
export function GrowthTable({ points }: { points: readonly GrowthPoint[] }) {
	const format = timeFormat(points);
	return (
		<details className="growth-table">
			<summary className="small">As a table</summary>
			<div className="table-wrap">
				<table className="table">
					<caption className="hidden-text">Facts over time</caption>
					<thead>
						<tr>
							<th scope="col">Up to</th>
							<th scope="col" className="number">
								New
							</th>
							<th scope="col" className="number">
								In all
							</th>
						</tr>
					</thead>
					<tbody>
						{points
							.filter(({ added }) => added > 0)
							.map(({ at, total, added }) => (
								<tr key={at}>
									<td>{format.format(at)}</td>
									<td className="number">{added.toLocaleString()}</td>
									<td className="number">{total.toLocaleString()}</td>
								</tr>
							))}
					</tbody>
				</table>
			</div>
		</details>
	);
}
