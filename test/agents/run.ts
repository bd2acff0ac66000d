import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ulid } from 'ulid'
import { startWebShell } from '../../e2e/shells/web.ts'
import type { Client } from '../../src/api/client.ts'
import { connectSocket, untilOpen } from '../suites/socket-client.ts'
import { scriptedModel, type Script } from './model.ts'
import { followNeeds } from './needs-log.ts'
import { coder, coderAgain, planner } from './scripts.ts'

/**
 * Two real agent programs, Claude Code and opencode, work for about twenty minutes in one workspace, on models that play a script. Prints a JSON line for each
 * row that appears in *Needs me*, and one when it ends. The operator answers one review.
 *
 * node test/agents/run.ts --claude PATH --opencode PATH [--pace 1.7]
 */
const { values } = parseArgs({
  options: {
    claude: { type: 'string', default: 'claude' },
    opencode: { type: 'string', default: 'opencode' },
    pace: { type: 'string', default: '1.7' },
  },
})
const patchbay = path.join(import.meta.dirname, '..', '..', 'bin', 'patchbay.mjs')
const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-agents-')))
const [workspace, dataDir] = ['team', 'data'].map((name) => path.join(scratch, name)) as [string, string]
mkdirSync(workspace)

/** `patchbay mcp` as a client starts it. */
const mcpOf = (agent: string): readonly string[] => [
  process.execPath,
  patchbay,
  'mcp',
  '--workspace',
  workspace,
  '--agent',
  agent,
  '--data',
  dataDir,
]

/** Runs a program in the workspace with a home of its own until it ends. */
async function play(
  script: Script,
  name: string,
  start: (address: string, home: string) => readonly [string, readonly string[], NodeJS.ProcessEnv],
): Promise<void> {
  const model = await scriptedModel(script, Number(values.pace))
  const home = path.join(scratch, name)
  mkdirSync(home, { recursive: true })
  const [program, args, env] = start(model.address, home)
  const child = spawn(program, args, {
    cwd: workspace,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: home, ...env },
  })
  children.add(child)
  let words = ''
  child.stderr.on('data', (part: Buffer) => (words = (words + part.toString('utf8')).slice(-2_000)))
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
  children.delete(child)
  model.close()
  process.stderr.write(`${name} ended with ${String(code)} after ${model.steps()} steps${code === 0 ? '' : `:\n${words}`}\n`)
}
const children = new Set<ReturnType<typeof spawn>>()

function claude(address: string, home: string): readonly [string, readonly string[], NodeJS.ProcessEnv] {
  const [command, ...args] = mcpOf('planner')
  const config = path.join(home, 'mcp.json')
  writeFileSync(config, JSON.stringify({ mcpServers: { switchboard: { command, args } } }))
  const env = {
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ENABLE_TOOL_SEARCH: 'false',
  }
  return [
    values.claude,
    ['-p', 'Coordinate the work.', '--mcp-config', config, '--strict-mcp-config', '--allowedTools', 'mcp__switchboard'],
    env,
  ]
}

function opencode(address: string, home: string): readonly [string, readonly string[], NodeJS.ProcessEnv] {
  const config = {
    provider: {
      scripted: {
        npm: '@ai-sdk/anthropic',
        name: 'Scripted',
        options: { baseURL: `${address}/v1`, apiKey: 'scripted' },
        models: { script: { name: 'Script', tool_call: true } },
      },
    },
    model: 'scripted/script',
    small_model: 'scripted/script',
    mcp: { switchboard: { type: 'local', command: mcpOf('coder'), enabled: true } },
    permission: 'allow',
    autoupdate: false,
    share: 'disabled',
  }
  const file = path.join(home, 'opencode.json')
  writeFileSync(file, JSON.stringify(config))
  return [
    values.opencode,
    ['run', '--model', 'scripted/script', 'Take tasks from the planner.'],
    { OPENCODE_CONFIG: file, OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
  ]
}

/** Answers the first review that is asked of the operator, a minute and a half later. */
async function answerReview(client: Client, id: string): Promise<void> {
  for (;;) {
    const key = needs.open().find(({ source }) => source === 'review')?.id
    await sleep(2_000)
    if (key === undefined) continue
    await sleep(90_000)
    const drafted = await client.call('desk.draft', { workspace: id, key, intent: 'answer' })
    if (!drafted.ok) throw new Error(drafted.fault.message)
    const text = 'Steps 1 and 3 are fine. Leave the public API as it is for now.'
    const sent = await client.call('messages.send', { id: ulid(), source: drafted.value.source, draft: { ...drafted.value.draft, text } })
    process.stderr.write(`the operator answered: ${sent.ok ? sent.value.state : sent.fault.message}\n`)
    return
  }
}

const shell = await startWebShell({ dataDir, workspace, args: ['--mcp', '--port', '0'] })
process.stderr.write(`${shell.address}\n`)
const client = await untilOpen(connectSocket({ address: shell.address, port: Number(new URL(shell.address).port) }, []))
const listed = await client.call('workspaces.list', {})
const id = listed.ok ? (listed.value[0]?.id ?? '') : ''
const needs = followNeeds(client, id, (line) => process.stdout.write(`${JSON.stringify(line)}\n`))
try {
  const answering = answerReview(client, id).catch((thrown: unknown) => process.stderr.write(`${String(thrown)}\n`))
  await Promise.all([
    play(planner(), 'planner', claude),
    (async () => {
      await play(coder(), 'coder', opencode)
      await sleep(10_000)
      await play(coderAgain(), 'coder', opencode)
    })(),
  ])
  await Promise.race([answering, sleep(1_000)])
  process.stdout.write(
    `${JSON.stringify({ still: needs.open().map(({ source, who, text }) => ({ source, who, text })), most: needs.most() })}\n`,
  )
} finally {
  for (const child of children) child.kill()
  client.close()
  await shell.stop()
  rmSync(scratch, { recursive: true, force: true })
}
process.exit(0)
