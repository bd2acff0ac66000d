/** Programs we can write settings for. */
export const configClients = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini-cli'] as const
export type ConfigClient = (typeof configClients)[number]

/** The command that starts us from a client: `patchbay mcp --workspace DIR --agent NAME` connects to the running server or serves the folder itself. */
export interface StartCommand {
  readonly command: string
  readonly args: readonly string[]
}

export interface ClientConfig {
  /** Where to put the text, as users write it. */
  readonly file: string
  readonly language: 'json' | 'toml'
  readonly text: string
  readonly note?: string
}

const serverName = 'switchboard'

/** The settings text for one client. It contains no token: the command reads that from the folder on each start. */
export function clientConfig(client: ConfigClient, start: StartCommand): ClientConfig {
  const { command, args } = start
  const entry = { command, args: [...args] }
  const servers = json({ mcpServers: { [serverName]: entry } })
  const texts: { readonly [name in ConfigClient]: ClientConfig } = {
    'claude-code': {
      file: '.mcp.json',
      language: 'json',
      text: servers,
      note: 'In the project folder; Claude Code asks once before using it.',
    },
    'claude-desktop': {
      file: 'claude_desktop_config.json',
      language: 'json',
      text: servers,
      note: 'Settings → Developer → Edit Config, then restart it.',
    },
    cursor: { file: '.cursor/mcp.json', language: 'json', text: servers },
    vscode: { file: '.vscode/mcp.json', language: 'json', text: json({ servers: { [serverName]: { type: 'stdio', ...entry } } }) },
    codex: {
      file: '~/.codex/config.toml',
      language: 'toml',
      text: `[mcp_servers.${serverName}]\ncommand = ${tomlText(command)}\nargs = [${args.map(tomlText).join(', ')}]\n`,
    },
    'gemini-cli': {
      file: '.gemini/settings.json',
      language: 'json',
      text: servers,
      note: 'In the project folder, or in your home folder for all projects.',
    },
  }
  return texts[client]
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** A basic string of TOML. JSON's escapes are valid in TOML, except for DEL. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007F')
}
