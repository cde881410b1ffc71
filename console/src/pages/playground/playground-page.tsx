import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useConnection } from "../../connect/connection.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/note.tsx";
import { Page } from "../../parts/page.tsx";
import { useTell } from "../../parts/toasts.tsx";
import { type SessionAddress, sessionPath } from "../../paths.ts";
import { Composer } from "./composer.tsx";
import { Earlier } from "./earlier.tsx";
import { HumanWords } from "./human-words.tsx";
import { MemoryPanel } from "./memory-panel.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { TurnView } from "./turn-view.tsx";
import { useChat } from "./use-chat.ts";
import { usePlace } from "./use-place.ts";
import "./playground.css";

/** A conversation, with what memory does next to it. */
export default function PlaygroundPage() {
	const { hf, can } = useConnection();
	const tell = useTell();
	const queries = useQueryClient();
	const place = usePlace();
	const { agentId, userId, sessionId, setSession, setUser } = place;
	/** The session that was created here: the page shows its messages already. */
	const [made, setMade] = useState<string>();
	const [chosen, setChosen] = useState<string>();
	const onSession = useCallback(
		(id: string) => {
			setMade(id);
			setSession(id);
		},
		[setSession],
	);
	const chat = useChat({ agentId: agentId ?? "", userId, sessionId, onSession });
	const { turns, busy, clear } = chat;
	const shown = turns.find(({ id }) => id === chosen) ?? turns.at(-1);
	const end = useRef<HTMLDivElement>(null);
	const length = turns.reduce((sum, turn) => sum + turn.parts.length + 1, 0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: scroll to new content
	useEffect(() => {
		end.current?.scrollIntoView({ block: "nearest" });
	}, [length]);

	const session: SessionAddress | undefined =
		agentId === undefined || sessionId === undefined ? undefined : { agentId, userId, sessionId };
	const startOver = (): void => {
		setSession(undefined);
		setMade(undefined);
		setChosen(undefined);
		clear();
	};
	const endSession = async (): Promise<void> => {
		if (!session) return;
		try {
			const ref = {
				agentId: session.agentId,
				sessionId: session.sessionId,
				...(userId !== undefined && { userId }),
			};
			await hf.session(ref).end({ wait: true });
			const scope = userId === undefined ? {} : { userId };
			const learned = await hf.memory(agentId ?? "", scope).list({ fromSession: session.sessionId });
			const count = learned.items.length;
			// Without a user, facts belong to the session: the next session cannot use them.
			const isKept = learned.items.some(({ scope: whose }) => whose !== "session");
			tell.done(
				`Session ended. ${count} ${count === 1 ? "fact" : "facts"} extracted.${
					count === 0
						? ""
						: isKept
							? " The next session can use them."
							: " Only this session can use them. To use them in the next one, enter a user id."
				}`,
			);
			await queries.invalidateQueries({ queryKey: ["facts"] });
			startOver();
		} catch (error) {
			tell.failed(error);
		}
	};

	return (
		<Page
			title="Playground"
			fills
			actions={
				<>
					{session && (
						<Link className="button" href={sessionPath(session)}>
							Open session
						</Link>
					)}
					{session && can.write && (
						<Button disabled={busy} onClick={endSession} title="Ends the session and extracts facts from it">
							End session
						</Button>
					)}
					<Button disabled={busy} onClick={startOver}>
						New session
					</Button>
				</>
			}
		>
			<PlaceFields place={place} busy={busy} onMove={clear} />
			<div className="play">
				<section className="play-chat" aria-label="Conversation">
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys */}
					<section className="play-scroll" tabIndex={0} aria-label="Messages">
						{session && session.sessionId !== made && <Earlier key={session.sessionId} session={session} />}
						{place.agents.data?.length === 0 && agentId === undefined && (
							<Empty>
								{can.isUser ? "Enter the id of an agent." : "No agents are defined on this server."}
							</Empty>
						)}
						{turns.length === 0 && !session && agentId !== undefined && (
							<Empty>
								{userId === undefined && "Enter a user id so that the agent can remember you. "}
								Tell the agent something about yourself, end the session, then ask about it in a new one.
							</Empty>
						)}
						<ol className="plain-list">
							{turns.map((turn) => (
								<TurnView
									key={turn.id}
									turn={turn}
									isChosen={turn.id === shown?.id}
									onChoose={can.isUser ? undefined : () => setChosen(turn.id)}
								/>
							))}
						</ol>
						{session && <HumanWords session={session} />}
						<div ref={end} />
					</section>
					<Composer
						disabled={agentId === undefined}
						busy={busy}
						onSay={(text) => {
							setChosen(undefined);
							// From now on the address contains agent, user and session.
							if (!can.isUser) setUser(userId);
							chat.say(text);
						}}
						onStop={chat.stop}
					/>
				</section>
				<MemoryPanel agentId={agentId} userId={userId} turn={shown} />
			</div>
		</Page>
	);
}
