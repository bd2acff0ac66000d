import type { FileChange, InviteRequest } from './invite.ts'
import { inviteClients, type InviteClient } from './client-names.ts'
import type { JsonPath } from '../edit-json.ts'

/** A file of a client. */
export type Place = Pick<FileChange, 'root' | 'path'>

/** How a client starts an MCP server on standard input and output. */
interface ServerPlace {
  readonly format: 'json' | 'toml'
  /** The files that can have it; the first that exists is used, otherwise the last. */
  readonly places: readonly Place[]
  /** Where the entry is in the file. */
  readonly at: JsonPath
  readonly entry: (command: string, args: readonly string[]) => unknown
}

export interface ClientFacts {
  /** Names of its program on the PATH; empty: an app without one. */
  readonly programs: readonly string[]
  readonly server: (request: Pick<InviteRequest, 'system' | 'workspace' | 'agent'>) => ServerPlace
  /** File with instructions that it reads in each session. */
  readonly notes?: string
  /** What is left to do in the client, by way of talking. */
  readonly nextMcp: string
  readonly hooks?: ClientHooks
  /** File with code of ours that it runs and that calls `patchbay ask`, instead of a hook. */
  readonly askPlugin?: Place
}

/** Commands that a client runs at its events, with JSON on their standard input. All clients have them in the same form. */
export interface ClientHooks {
  readonly place: Place
  /** Events, the state that each of them reports, and for which tools. */
  readonly states: readonly { readonly event: string; readonly state: ReportedState; readonly matcher?: string }[]
  /** The event that `patchbay ask` answers, and for which tools. */
  readonly ask: { readonly event: string; readonly matcher: string }
  /** The unit of `timeout` in its settings, ms. */
  readonly timeUnit: 1 | 1_000
  /** What is left to do in the client, so that it runs them. */
  readonly next?: string
}

type ReportedState = 'running' | 'waiting' | 'idle'

/** Our name in the lists of MCP servers. */
export const serverName = 'patchbay'

const stdio = (command: string, args: readonly string[]): unknown => ({ command, args })
const inProject = (...paths: readonly string[]): readonly Place[] => paths.map((path) => ({ root: 'workspace', path }))

/** Where Claude Desktop keeps its settings, below the home folder. */
const desktopFile: Readonly<Record<InviteRequest['system'], string>> = {
  linux: '.config/Claude/claude_desktop_config.json',
  darwin: 'Library/Application Support/Claude/claude_desktop_config.json',
  win32: 'AppData/Roaming/Claude/claude_desktop_config.json',
}

/** The clients: their files, and what is added there. Files outside the workspace are only those of `outsideFiles`. */
export const clients: Readonly<Record<InviteClient, ClientFacts>> = {
  'claude-code': {
    programs: ['claude'],
    server: () => ({ format: 'json', places: inProject('.mcp.json'), at: ['mcpServers', serverName], entry: stdio }),
    notes: 'CLAUDE.md',
    nextMcp: 'Start Claude Code in the project folder, and allow the server “patchbay” when it asks.',
    hooks: {
      // The file of this user: hooks contain paths of this machine, and Claude Code keeps the file out of Git.
      place: { root: 'workspace', path: '.claude/settings.local.json' },
      states: [
        { event: 'UserPromptSubmit', state: 'running' },
        { event: 'Notification', state: 'waiting' },
        // What it asked was answered. Each hook takes time, so only for tools that can ask.
        { event: 'PostToolUse', state: 'running', matcher: 'Bash|Edit|Write|NotebookEdit|WebFetch|mcp__.*' },
        { event: 'Stop', state: 'idle' },
      ],
      ask: { event: 'PermissionRequest', matcher: '*' },
      timeUnit: 1_000,
    },
  },
  codex: {
    programs: ['codex'],
    // In its own folder of the project: in ~/.codex, every session in any other project would be this agent, too.
    server: () => ({ format: 'toml', places: inProject('.codex/config.toml'), at: ['mcp_servers', serverName], entry: stdio }),
    notes: 'AGENTS.md',
    nextMcp: 'Start Codex in the project folder and trust the folder when it asks: it ignores .codex/config.toml in others.',
    hooks: {
      place: { root: 'workspace', path: '.codex/hooks.json' },
      // Not `notify`: that also reports the end of a turn in which Codex only makes a title.
      states: [
        { event: 'UserPromptSubmit', state: 'running' },
        { event: 'PermissionRequest', state: 'waiting' },
        { event: 'PostToolUse', state: 'running', matcher: '*' },
        { event: 'Stop', state: 'idle' },
      ],
      ask: { event: 'PermissionRequest', matcher: '*' },
      timeUnit: 1_000,
      next: 'Trust the new hooks when Codex asks at its start, or with /hooks: until then it does not run them.',
    },
  },
  'gemini-cli': {
    programs: ['gemini'],
    server: () => ({ format: 'json', places: inProject('.gemini/settings.json'), at: ['mcpServers', serverName], entry: stdio }),
    notes: 'GEMINI.md',
    nextMcp: 'Start Gemini CLI in the project folder and trust the folder if it asks; /mcp lists the server.',
    hooks: {
      place: { root: 'workspace', path: '.gemini/settings.json' },
      states: [
        { event: 'BeforeAgent', state: 'running' },
        { event: 'Notification', state: 'waiting' },
        { event: 'AfterTool', state: 'running', matcher: 'run_shell_command|write_file|replace|web_fetch|mcp_.*' },
        { event: 'AfterAgent', state: 'idle' },
      ],
      // Not for Patchbay's own tools, which refuse by themselves and bring the mail that ends a halt.
      ask: { event: 'BeforeTool', matcher: 'run_shell_command|write_file|replace|web_fetch|mcp_(?!patchbay_).*' },
      timeUnit: 1,
    },
  },
  opencode: {
    programs: ['opencode'],
    server: () => ({
      format: 'json',
      places: inProject('opencode.jsonc', 'opencode.json'),
      at: ['mcp', serverName],
      entry: (command, args) => ({ type: 'local', command: [command, ...args], enabled: true }),
    }),
    notes: 'AGENTS.md',
    nextMcp: 'Start opencode in the project folder, or restart it.',
    askPlugin: { root: 'workspace', path: '.opencode/plugins/patchbay.js' },
  },
  cursor: {
    programs: ['cursor'],
    server: () => ({ format: 'json', places: inProject('.cursor/mcp.json'), at: ['mcpServers', serverName], entry: stdio }),
    notes: 'AGENTS.md',
    nextMcp: 'Open the folder in Cursor and turn on the server “patchbay” in Settings → MCP.',
  },
  vscode: {
    programs: ['code'],
    server: () => ({
      format: 'json',
      places: inProject('.vscode/mcp.json'),
      at: ['servers', serverName],
      entry: (command, args) => ({ type: 'stdio', command, args }),
    }),
    notes: 'AGENTS.md',
    nextMcp: 'Open the folder in VS Code, and start and trust the server “patchbay” in .vscode/mcp.json.',
  },
  'claude-desktop': {
    programs: [],
    server: ({ system, workspace, agent }) => ({
      format: 'json',
      places: [{ root: 'home', path: desktopFile[system] }],
      // It has one list for all projects.
      at: ['mcpServers', `${serverName}-${agent.slice(0, 24)}-${shortHash(workspace)}`],
      entry: stdio,
    }),
    nextMcp: 'Restart Claude Desktop.',
  },
}

/** Clients with hooks that can call `patchbay report-state`. */
export const reportingClients = inviteClients.filter((client) => clients[client].hooks !== undefined)

/** Every file outside the workspace that an invitation may change on a system. */
export function outsideFiles(system: InviteRequest['system']): readonly string[] {
  return [desktopFile[system]]
}

/** Six hexadecimal digits that differ between folders. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 8).toString(16).padStart(6, '0')
}
