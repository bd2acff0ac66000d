import type { FileChange, InviteClient, InviteRequest } from './invite.ts'
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
}

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

/** The clients: their files, and what is added there. Files outside the workspace are only those that are named here and in `codexHome`. */
export const clients: Readonly<Record<InviteClient, ClientFacts>> = {
  'claude-code': {
    programs: ['claude'],
    server: () => ({ format: 'json', places: inProject('.mcp.json'), at: ['mcpServers', serverName], entry: stdio }),
    notes: 'CLAUDE.md',
    nextMcp: 'Start Claude Code in the project folder, and allow the server “patchbay” when it asks.',
  },
  codex: {
    programs: ['codex'],
    // In its own folder of the project: in ~/.codex, every session in any other project would be this agent, too.
    server: () => ({ format: 'toml', places: inProject('.codex/config.toml'), at: ['mcp_servers', serverName], entry: stdio }),
    notes: 'AGENTS.md',
    nextMcp: 'Start Codex in the project folder and trust the folder when it asks: it ignores .codex/config.toml in others.',
  },
  'gemini-cli': {
    programs: ['gemini'],
    server: () => ({ format: 'json', places: inProject('.gemini/settings.json'), at: ['mcpServers', serverName], entry: stdio }),
    notes: 'GEMINI.md',
    nextMcp: 'Start Gemini CLI in the project folder and trust the folder if it asks; /mcp lists the server.',
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

/** Codex's settings for all projects: the only ones that can have `notify`. */
export const codexHome: Place = { root: 'home', path: '.codex/config.toml' }

/** Claude Code's hooks, in the file of this user: they contain paths of this machine, and Claude Code keeps the file out of Git. */
export const claudeHooks: Place = { root: 'workspace', path: '.claude/settings.local.json' }

/** Events of Claude Code, and the state that each of them reports. */
export const claudeEvents = { UserPromptSubmit: 'running', Notification: 'waiting', Stop: 'idle' } as const

/** The event of Claude Code that `patchbay ask` answers. */
export const claudeAskEvent = 'PermissionRequest'

/** How long Claude Code waits for `patchbay ask`, seconds: longer than a request can wait here, an hour by the settings. */
export const claudeAskSeconds = 3_700

/** Every file outside the workspace that an invitation may change on a system. */
export function outsideFiles(system: InviteRequest['system']): readonly string[] {
  return [desktopFile[system], codexHome.path]
}

/** Six hexadecimal digits that differ between folders. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 8).toString(16).padStart(6, '0')
}
