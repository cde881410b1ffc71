/* Inline shapes: no fonts or images from elsewhere. Each icon is decoration next to a word. */

const SHAPES = {
	home: "M3 11l9-8 9 8v9a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z",
	agents:
		"M12 3v3M6 8h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM9 13v1M15 13v1M9 17h6",
	sessions: "M4 5h16v11H9l-5 4z",
	runs: "M4 6h9M4 12h14M4 18h7M16 6h4M14 18h6",
	users:
		"M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-6 7-6s7 2 7 6M16 3.5a4 4 0 0 1 0 7.2M18 15.3c2.5.6 4 2.5 4 5.7",
	facts: "M12 3a6 6 0 0 0-4 10.5V17h8v-3.5A6 6 0 0 0 12 3zM9 21h6",
	playground: "M5 4l14 8-14 8z",
	settings:
		"M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2v3M12 19v3M4.9 4.9l2.1 2.1M17 17l2.1 2.1M2 12h3M19 12h3M4.9 19.1L7 17M17 7l2.1-2.1",
	menu: "M4 6h16M4 12h16M4 18h16",
	close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
	return (
		<svg
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.9"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
		>
			<path d={SHAPES[name]} />
		</svg>
	);
}
