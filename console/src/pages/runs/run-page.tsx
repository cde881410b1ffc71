import { Page } from "../../parts/page.tsx";

export default function RunPage() {
	return <Page title="Run">{null}</Page>;
}
