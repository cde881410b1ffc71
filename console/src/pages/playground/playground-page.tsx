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

/** A conversation, and beside it what memory does. */
export default function PlaygroundPage() {
	const { hf, can } = useConnection();
	const tell = useTell();
	const queries = useQueryClient();
	const place = usePlace();
	const { agentId, userId, sessionId, setSession, setUser } = place;
	/** The session that was made here: what was said in it is on the page already. */
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
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is new is to be seen
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
			// Without a user they stay with the session: nobody is there who could be known again.
			const isKept = learned.items.some(({ scope: whose }) => whose !== "session");
			tell.done(
				`The session is ended; ${count} ${count === 1 ? "fact" : "facts"} came from it. ${
					isKept || count === 0
						? "The next one knows what was learned."
						: "Only that session knows them: to be known in the next one, give a user id."
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
						<Button disabled={busy} onClick={endSession} title="Makes facts of what was said">
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
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys */}
					<section className="play-scroll" tabIndex={0} aria-label="Messages">
						{session && session.sessionId !== made && <Earlier key={session.sessionId} session={session} />}
						{place.agents.data?.length === 0 && agentId === undefined && (
							<Empty>
								{can.isUser
									? "Type the name of the agent you want to talk to."
									: "No agent is defined on this server."}
							</Empty>
						)}
						{turns.length === 0 && !session && agentId !== undefined && (
							<Empty>
								{userId === undefined && "Give a user id, by which the agent knows you again. "}
								Tell the agent something about yourself, end the session, and ask in the next one.
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
							// The address names the whole place from now on.
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
