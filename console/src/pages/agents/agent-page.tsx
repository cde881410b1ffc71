import { Page } from "../../parts/page.tsx";

export default function AgentPage() {
	return <Page title="Agent">{null}</Page>;
}
