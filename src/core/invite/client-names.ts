/** Programs that Patchbay can invite, in the order of the screen. */
export const inviteClients = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'cursor', 'vscode', 'claude-desktop'] as const
export type InviteClient = (typeof inviteClients)[number]

/** How the agent talks: tools of an MCP server, or commands that write lines to chat.md or to an IRC channel. */
export const inviteWays = ['mcp', 'chat', 'irc'] as const
export type InviteWay = (typeof inviteWays)[number]

export const clientTitles: Readonly<Record<InviteClient, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  opencode: 'opencode',
  cursor: 'Cursor',
  vscode: 'VS Code',
  'claude-desktop': 'Claude Desktop',
}

/** Programs whose permission requests can be answered here. */
export const askClients = ['claude-code', 'codex', 'opencode'] as const
export type AskClient = (typeof askClients)[number]

/**
 * Programs that run `patchbay ask`. Gemini CLI's requests cannot be answered: its Notification only reports that the terminal asks, and an *allow* of BeforeTool
 * is ignored. A *deny* of BeforeTool counts, so its tools are refused while halted.
 */
export const hookClients = [...askClients, 'gemini-cli'] as const
export type HookClient = (typeof hookClients)[number]

/** Whether a client's permission requests can be answered here. */
export function canAnswer(client: InviteClient): client is AskClient {
  return askClients.some((each) => each === client)
}

/** Whether a client's tools can only be refused, while halted: its permission requests stay in its terminal. */
export function canOnlyRefuse(client: InviteClient): boolean {
  return !canAnswer(client) && hookClients.some((each) => each === client)
}
