import { Page } from "../../parts/page.tsx";

export default function SessionPage() {
	return <Page title="Session">{null}</Page>;
}
