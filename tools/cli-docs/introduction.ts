/** The beginning of docs/cli.md: what holds for all commands. */
export const INTRODUCTION = `# The command line

<!-- Made by tools/write-cli-docs.ts from the commands themselves. Change those, and run it again. -->

\`holdfast\` starts the server, talks to agents, and looks after what they remember, on a file, a database or a server alike.
\`holdfast --help\` lists the commands, \`holdfast <command> --help\` tells one of them with examples. A mistyped command or option is answered
with the one that was probably meant.

## Where commands work

Without being told, a command works on the SQLite file \`.holdfast/holdfast.db\` of the folder it is typed in, with the agents of \`./agents\`.
Others say otherwise; the first of these that says something wins:

1. what is typed: \`--url <server>\`, \`--store sqlite:./file.db\` or \`--store postgres://…\`, \`--config <file>\`
2. the environment: \`HOLDFAST_URL\` or \`HOLDFAST_STORE\`, then \`HOLDFAST_CONFIG\`
3. a login: \`holdfast login <url>\` keeps the address and the key of a server
4. \`holdfast.yaml\` in the folder

\`--url\` and \`--store\` exclude each other. The key of a server is \`--key\`, \`HOLDFAST_KEY\`, or the one that the login has kept; where
\`HOLDFAST_URL\` is set, \`HOLDFAST_KEY\` goes to that server and no other. \`--tenant\` or
\`HOLDFAST_TENANT\` says whose data. Every other option that has a variable says so below: what is typed wins over it. An empty variable counts
as none. \`holdfast doctor\` tells where commands go, and who has said so.

A SQLite file that is not there is made by commands that write something new (\`dev\`, \`chat\`, \`import\`, \`keys create\` and the like). Others
say that there is none, and find nothing.

## Output

Results go to the standard output, all else (hints, questions, progress, errors) to the standard error. Tables fit the terminal; where the output
is no terminal, nothing is cut. Colours and progress bars are for terminals; \`NO_COLOR\` and \`TERM=dumb\` switch colours off, \`FORCE_COLOR\`
switches them on elsewhere. What a terminal would obey in messages and names, such as escape sequences, is shown and not sent.

\`--json\` prints one JSON value, or a line of JSON for each item where a command says so. Its shape is told with each command below, and as a JSON
Schema in \`schema/cli.schema.json\` (\`#/$defs/keys ls\` and so on). It is a promise: within a major version fields are added, and none is
renamed, removed or given another meaning. A list is \`{ "items": [] }\` when it is empty, and has \`next\` when there is more. An error is one JSON object
on the standard error: \`{ "error": { "code", "message", … } }\`.

## Exit codes

| code | |
|---|---|
| 0 | done; an empty list, too |
| 1 | failed: the error says why, and what to do; also when a question was answered with no |
| 2 | not understood: a command or option that is not there, or options that exclude each other |
| 130 | ended with Ctrl-C; what was under way is in the store whole, or is not |

When who reads the output has had enough (\`holdfast … | head\`), commands end quietly with 0.

## Safety

Commands that cannot be undone ask, and say what goes and where. Without a terminal to ask on they refuse, unless \`--yes\` is given. They take
\`--agent\` and \`--user\` as typed, never from the environment. An id that several sessions have is refused with the list of them. What was deleted is
told by a receipt: how much of each kind, and whether all of it is gone.

Keys are kept in \`~/.config/holdfast/credentials.json\` (or below \`XDG_CONFIG_HOME\`, or in \`HOLDFAST_HOME\`), which only its owner can read.

## Completion

\`\`\`sh
eval "$(holdfast completion bash)"   # in ~/.bashrc
eval "$(holdfast completion zsh)"    # in ~/.zshrc, behind compinit
holdfast completion fish > ~/.config/fish/completions/holdfast.fish
\`\`\``;
