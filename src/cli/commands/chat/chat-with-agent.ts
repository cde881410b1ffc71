import { chatLine } from "../../../wire/cli/chat.ts";
import { chooseAgent } from "../../chat/choose-agent.ts";
import { chooseSession } from "../../chat/choose-session.ts";
import { comeBack } from "../../chat/come-back.ts";
import { openConversation } from "../../chat/conversation.ts";
import { defaultUser as findDefaultUser } from "../../chat/default-user.ts";
import { type ChatAnswer, pipedChat } from "../../chat/piped-chat.ts";
import { showSlash } from "../../chat/show-slash.ts";
import { startChat } from "../../chat/start-chat.ts";
import { streams } from "../../command.ts";
import { silenceText } from "../../print/silence.ts";
import { dim, red } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";
import { chat } from "./spec.ts";

const isFailure = (answer: ChatAnswer): boolean => "error" in answer;

export const chatWithAgent = streams(chat, {
	line: chatLine,
	async *run(call): AsyncGenerator<ChatAnswer> {
		const { args, options, globals, terminal, out, err, signal } = call;
		if (options.session !== undefined && options.continue)
			throw new UsageError("--session and --continue cannot be combined");
		const hf = await call.open();
		const agentId = await chooseAgent(hf, args.agent, "holdfast chat");
		const defaultUser = await findDefaultUser(hf, await call.target(), terminal.env);
		const { ref, session } = await chooseSession(hf, {
			agentId,
			userId: options.user,
			sessionId: options.session,
			continues: options.continue,
			defaultUser,
		});
		if (options.continue && !session && !globals.json)
			err.line(dim("No open session to continue; starting a new one."));
		const { yes } = globals;
		if (terminal.stdin.isTTY && out.isTty && !globals.json) {
			const back = comeBack(ref, globals, terminal.env.HOLDFAST_USER || defaultUser);
			await startChat({ hf, ref, session, terminal, out, signal, yes, comeBack: back });
			signal.throwIfAborted();
		} else yield* pipedChat(openConversation(hf, ref), terminal.stdin, { yes, signal });
	},
	show(answer, { out, err }) {
		if ("error" in answer) err.line(red("✗ "), answer.error.message);
		else if ("command" in answer) showSlash(out, answer);
		else {
			if (answer.mode !== "manual" || answer.output !== "") out.line(answer.output);
			if (answer.mode === "manual")
				err.line(dim(`${silenceText(answer.handover)} To hand back to the agent: /handback`));
		}
	},
	failed: isFailure,
});
