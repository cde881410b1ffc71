import { Component, type ReactNode } from "react";
import { Button } from "../parts/button.tsx";
import { ErrorNote } from "../parts/note.tsx";
import { Page } from "../parts/page.tsx";

interface Props {
	/** A change of place clears the error. */
	place: string;
	children: ReactNode;
}

/** Shows an error instead of a page that fails to render. The menu keeps working. */
export class Failure extends Component<Props, { error?: unknown }> {
	override state: { error?: unknown } = {};

	static getDerivedStateFromError(error: unknown): { error: unknown } {
		return { error };
	}

	override componentDidUpdate(before: Props): void {
		if (before.place !== this.props.place && "error" in this.state && this.state.error !== undefined)
			this.setState({ error: undefined });
	}

	override render(): ReactNode {
		if (this.state.error === undefined) return this.props.children;
		return (
			<Page title="This page failed to load">
				<ErrorNote error={this.state.error} />
				<div>
					<Button onClick={() => window.location.reload()}>Reload</Button>
				</div>
			</Page>
		);
	}
}
