/** A value from 0 to 1, as a number and a bar. */
export function Share({ name, value }: { name: string; value: number }) {
	return (
		<span className="fact-share" title={`${name} ${value.toFixed(2)}`}>
			<span className="hidden-text fact-share-name">{name} </span>
			<span className="fact-share-number">{value.toFixed(2)}</span>
			<span className="fact-share-track" aria-hidden="true">
				<span style={{ width: `${Math.min(1, Math.max(0, value)) * 100}%` }} />
			</span>
		</span>
	);
}
