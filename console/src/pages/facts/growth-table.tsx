import type { GrowthPoint } from "./growth-points.ts";
import { timeFormat } from "./growth-time.ts";

/** The same data as a table, without steps that added nothing. */
export function GrowthTable({ points }: { points: readonly GrowthPoint[] }) {
	const format = timeFormat(points);
	return (
		<details className="growth-table">
			<summary className="small">Show as table</summary>
			<div className="table-wrap">
				<table className="table">
					<caption className="hidden-text">Facts over time</caption>
					<thead>
						<tr>
							<th scope="col">Until</th>
							<th scope="col" className="number">
								New
							</th>
							<th scope="col" className="number">
								Total
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
