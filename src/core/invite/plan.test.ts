import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { clients, outsideFiles } from './clients.ts'
import type { FileChange, InviteRequest } from './invite.ts'
import { inviteClients, inviteWays, type InviteClient } from './client-names.ts'
import { filesOf, planInvite } from './plan.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const request: InviteRequest = {
  client: 'claude-code',
  agent: 'coder',
  way: 'mcp',
  reports: true,
  asks: true,
  isRemoval: false,
  server: '127.0.0.1:6667',
  channel: '#general',
  workspace: '/home/mira/my project',
  system: 'linux',
  program: ['/usr/bin/node', '/opt/patchbay/bin/patchbay.mjs'],
  operator: 'mira',
}

type Files = Map<string, string>
const keyOf = ({ root, path }: Pick<FileChange, 'root' | 'path'>): string => `${root} ${path}`
const plan = (files: Files, of: InviteRequest): ReturnType<typeof planInvite> => planInvite(of, (place) => files.get(keyOf(place)))
function applied(files: Files, of: InviteRequest): Files {
  const after = new Map(files)
  for (const change of valueOf(plan(files, of)).changes) {
    expect(change.before).toBe(files.get(keyOf(change)))
    expect(filesOf(of).map(keyOf)).toContain(keyOf(change))
    if (change.after === undefined) after.delete(keyOf(change))
    else after.set(keyOf(change), change.after)
  }
  return after
}

const notesOf = (client: InviteClient): string => valueOf(plan(new Map(), { ...request, client, reports: false })).notes.join()

const json =
  '// mine\n{\n  "theme": "dark", // keep\n  "mcpServers": {\n    "git": { "command": "git-mcp" } /* keep */\n  },\n  "mcp": { "git": { "type": "local" } },\n  "servers": { "git": {} }, "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] }\n}\n'
const toml = '# mine\nmodel = "x" # keep\n\n[mcp_servers.git]\ncommand = "git-mcp"\nargs = ["--flag"]'
const notes = '# Project\r\n\r\nBe kind.\r\n'
const code = "export const Mine = async () => ({ event: async () => 'git-mcp' })\n"
const theirs: Readonly<Record<string, string>> = { '.md': notes, '.toml': toml, '.js': code }
/** What others have in each file that a client may have. */
function others(client: InviteClient): Files {
  const all = filesOf({ ...request, client })
  return new Map(all.map((place) => [keyOf(place), theirs[path.extname(place.path)] ?? json]))
}

describe.each(inviteClients)('%s', (client) => {
  const its = { ...request, client }

  test('comes into files of others and out again, and leaves their bytes', () => {
    const before = others(client)
    const after = applied(before, its)
    expect(after).not.toEqual(before)
    expect([...after.values()].join('')).toContain('/opt/patchbay/bin/patchbay.mjs')
    expect(valueOf(plan(after, its)).changes).toEqual([])
    expect(applied(after, { ...its, isRemoval: true })).toEqual(before)
  })

  test('comes into an empty folder and leaves no file there', () => {
    const after = applied(new Map(), its)
    expect(after.size).toBeGreaterThan(0)
    expect(applied(after, { ...its, isRemoval: true })).toEqual(new Map())
  })

  test('only this part goes when others have edited the files since', () => {
    const after = applied(others(client), its)
    for (const [key, text] of after) {
      if (key.endsWith('.md')) after.set(key, `${text}\nAdded later.\n`)
      else if (key.endsWith('.toml')) after.set(key, `${text}\n[later]\na = 1\n`)
      else if (key.endsWith('.js')) after.set(key, `${text}\nexport const Later = 1\n`)
      else after.set(key, text.replace('"theme": "dark"', '"theme": "light"'))
    }
    const left = [...applied(after, { ...its, isRemoval: true }).values()].join('\n')
    expect(left).not.toMatch(/patchbay|coder/)
    expect(left).toMatch(/Added later|\[later\]|"theme": "light"/)
    expect(left).toContain('git-mcp')
  })

  test('starts programs by absolute path, and no file has a secret', () => {
    const after = [...applied(new Map(), its).values()].join('\n')
    expect(after).not.toMatch(/secret|token|"(?:node|patchbay\.mjs)"/i)
  })

  test('files outside the workspace are those of the list', () => {
    for (const system of ['linux', 'darwin', 'win32'] as const)
      for (const place of filesOf({ ...its, system })) if (place.root === 'home') expect(outsideFiles(system)).toContain(place.path)
  })
})

test('every client has a server and, unless it cannot run commands, a file with instructions', () => {
  for (const client of inviteClients) expect(clients[client].notes === undefined).toBe(client === 'claude-desktop')
})

describe('the plan', () => {
  test('is a fault where somebody else uses our name', () => {
    const theirs = new Map([['workspace .mcp.json', '{ "mcpServers": { "patchbay": { "command": "other" } } }']])
    expect(plan(theirs, request)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(valueOf(plan(theirs, { ...request, isRemoval: true })).changes).toEqual([])
    const toml = new Map([['workspace .codex/config.toml', '[mcp_servers.patchbay]\ncommand = "other"\n']])
    expect(plan(toml, { ...request, client: 'codex' })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  })

  test('is a fault where a change would touch more than our part', () => {
    const twice = new Map([['workspace .mcp.json', '{ "mcpServers": { "a": {} }, "mcpServers": { "b": {} } }']])
    expect(plan(twice, request)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    const inBraces = new Map([['workspace .codex/config.toml', 'mcp_servers = { git = { command = "git-mcp" } }\n']])
    const message = expect.stringContaining('has “mcp_servers” in a form') as string
    expect(plan(inBraces, { ...request, client: 'codex' })).toMatchObject({ ok: false, fault: { code: 'conflict', message } })
    const inString = new Map([['workspace .codex/config.toml', 'text = """\n# patchbay: mcp\n# /patchbay: mcp\n"""\n']])
    expect(plan(inString, { ...request, client: 'codex' }).ok).toBe(false)
    const half = new Map([['workspace CLAUDE.md', '<!-- patchbay: claude-code -->\nmine\n']])
    expect(plan(half, request)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  })

  test('says whom it replaces, and removes nobody else', () => {
    const files = applied(new Map(), request)
    expect(valueOf(plan(files, { ...request, agent: 'tester' })).notes.join()).toContain('coder')
    expect(plan(files, { ...request, agent: 'tester', isRemoval: true })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    const spoken = applied(new Map(), { ...request, way: 'chat' })
    expect(plan(spoken, { ...request, agent: 'tester', isRemoval: true })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  })

  test('lets Claude Code bring its permission requests only if chosen, in the file of its other hooks', () => {
    const at = 'workspace .claude/settings.local.json'
    const theirs =
      '{ "hooks": { "PermissionRequest": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "npm run ask --agent" }] }] } }'
    const files = new Map([[at, theirs]])
    const hooksOf = (of: Partial<InviteRequest>): Record<string, unknown[]> =>
      (JSON.parse(applied(files, { ...request, ...of }).get(at) ?? '') as { hooks: Record<string, unknown[]> }).hooks
    const command =
      "/usr/bin/node /opt/patchbay/bin/patchbay.mjs ask --agent coder --workspace '/home/mira/my project' --data '/home/mira/other data'"
    expect(hooksOf({ data: '/home/mira/other data' })['PermissionRequest']?.slice(1)).toEqual([
      { matcher: '*', hooks: [{ type: 'command', command, timeout: 3_700 }] },
    ])
    expect(hooksOf({})['Stop']).toHaveLength(1)
    expect(hooksOf({ asks: false })['PermissionRequest']).toHaveLength(1)
    const invited = applied(files, request)
    expect(applied(invited, { ...request, isRemoval: true })).toEqual(files)
    // Claude Code also writes this file: a hook of others in our group stays, without ours.
    const shared = {
      matcher: '*',
      hooks: [
        { type: 'command', command: 'say hi' },
        { type: 'command', command },
      ],
    }
    const regrouped = new Map([[at, JSON.stringify({ hooks: { PermissionRequest: [shared] } })]])
    expect(applied(regrouped, { ...request, isRemoval: true }).get(at)).toBe(
      JSON.stringify({ hooks: { PermissionRequest: [{ ...shared, hooks: [shared.hooks[0]] }] } }),
    )
  })

  test('says which clients cannot ask here', () => {
    expect(notesOf('cursor')).toContain('permission requests')
    expect(notesOf('gemini-cli')).toMatch(/permission requests.*refused/)
    for (const client of ['claude-code', 'codex', 'opencode'] as const) expect(notesOf(client)).toBe('')
  })

  test('gives opencode a plugin that runs the hook, only if chosen', () => {
    const at = 'workspace .opencode/plugins/patchbay.js'
    const its = { ...request, client: 'opencode' } as const
    const text = applied(new Map(), its).get(at)
    expect(text).toContain(
      JSON.stringify([...request.program, 'ask', '--agent', 'coder', '--workspace', request.workspace, '--client', 'opencode']),
    )
    expect(applied(new Map(), { ...its, asks: false }).has(at)).toBe(false)
    expect(applied(applied(new Map(), its), { ...its, asks: false }).has(at)).toBe(false)
    // The path becomes a word of the program, whatever is in it.
    const odd = '/home/mira/${x}"\\\'; */'
    expect(applied(new Map(), { ...its, workspace: odd }).get(at)).toContain(JSON.stringify(odd))
  })

  test('gives Codex and Gemini CLI their own hooks, with their own units of time', () => {
    type Hooks = Readonly<Record<string, readonly { readonly hooks: readonly { readonly command: string; readonly timeout: number }[] }[]>>
    const hooksOf = (of: Partial<InviteRequest>, file: string): Hooks =>
      (JSON.parse(applied(new Map(), { ...request, ...of }).get(`workspace ${file}`) ?? '') as { readonly hooks: Hooks }).hooks
    const codex = hooksOf({ client: 'codex' }, '.codex/hooks.json')
    const commands = (codex['PermissionRequest'] ?? []).flatMap(({ hooks }) => hooks)
    expect(commands.map(({ timeout }) => timeout)).toEqual([10, 3_700])
    expect(commands[0]?.command).toMatch(/ report-state .* --state waiting --for mira --hook$/)
    expect(commands[1]?.command).toMatch(/ ask --agent coder --workspace '.*' --client codex$/)
    expect(valueOf(plan(new Map(), { ...request, client: 'codex' })).next.join()).toContain('/hooks')
    expect(valueOf(plan(new Map(), { ...request, client: 'codex', reports: false, asks: false })).next.join()).not.toContain('/hooks')
    const gemini = hooksOf({ client: 'gemini-cli' }, '.gemini/settings.json')
    expect(Object.keys(gemini).toSorted()).toEqual(['AfterAgent', 'AfterTool', 'BeforeAgent', 'BeforeTool', 'Notification'])
    expect(gemini['Notification']?.[0]?.hooks[0]).toMatchObject({ timeout: 10_000 })
    const before = JSON.stringify(gemini['BeforeTool'])
    expect(before).toMatch(/ ask --agent coder .* --client gemini-cli"/)
    // Its own tools refuse by themselves, and bring the mail that ends a halt.
    const matcher = new RegExp(`^(?:${(JSON.parse(before) as readonly { readonly matcher: string }[])[0]?.matcher ?? ''})$`)
    expect(['run_shell_command', 'mcp_git_push', 'mcp_patchbay_check_inbox', 'read_file'].map((tool) => matcher.test(tool))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('shows a file with several of its parts as one change', () => {
    const { changes } = valueOf(plan(new Map(), { ...request, client: 'gemini-cli' }))
    const settings = changes.filter((change) => change.path === '.gemini/settings.json')
    expect(settings).toHaveLength(1)
    expect(settings[0]?.why).toMatch(/MCP server.*, and reports/)
    expect(settings[0]?.before).toBeUndefined()
  })

  test('of another way takes the server out again', () => {
    expect(applied(applied(new Map(), request), { ...request, way: 'chat' }).has('workspace .mcp.json')).toBe(false)
  })

  test.each(['', 'a b', '-x', 'a-to-b', 'mira', 'x`y', 'MIRA', '"', 'é'])('refuses the name %j', (agent) => {
    expect(plan(new Map(), { ...request, agent })).toMatchObject({ ok: false, fault: { field: 'agent' } })
  })

  test.each(['$(id)', '#a;b c', '`x`', '#'])('refuses the channel %j', (channel) => {
    expect(plan(new Map(), { ...request, way: 'irc', channel })).toMatchObject({ ok: false, fault: { field: 'channel' } })
  })

  test.each(inviteWays)('over %s tells the plain words and quotes paths', (way) => {
    const text = applied(new Map(), { ...request, way }).get('workspace CLAUDE.md') ?? ''
    for (const word of ['Question:', 'Review:', 'Task:', 'Decision:', 'Taking:', 'Answer:', 'Done:', 'Cannot:', 'Cancel:'])
      expect(text).toContain(`\`${word}`)
    if (way === 'chat') expect(text).toContain("patchbay.mjs send '/home/mira/my project' --from coder --to mira")
  })
})
