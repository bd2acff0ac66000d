import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { anthropic } from './dialects/anthropic.ts'
import { chat } from './dialects/chat.ts'
import type { Asked, Dialect, Tool } from './dialects/dialect.ts'
import { gemini } from './dialects/gemini.ts'
import { responses } from './dialects/responses.ts'

/**
 * What the model does next: calls a tool, of Patchbay's MCP server if that has it (`first`: what it says before), or says something, which ends its turn. `after`: seconds that it thinks first.
 * `every`: seconds between the words that it says.
 */
export type Step = { readonly after?: number } & (
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>>; readonly first?: string }
  | { readonly say: string; readonly every?: number }
)
/** A script, which receives the result of each tool call as text. */
export type Script = Generator<Step, void, string> | AsyncGenerator<Step, void, string>

export interface ScriptedModel {
  /** Where it listens, without a path. */
  readonly address: string
  /**
   * Plays this script from now on. A request counts as a step if it offers tools of Patchbay, or any tools: programs also ask for titles and summaries,
   * without tools.
   */
  play(script: Script, counts?: 'patchbay' | 'any'): void
  /** Steps that were taken. */
  readonly steps: () => number
  /** Whether it is writing an answer of the script. */
  readonly isWriting: () => boolean
  /** Dialects that it was spoken to in. */
  readonly dialects: () => readonly string[]
  /** Hosts that a program wanted to reach, with this server as its proxy. All were refused. */
  readonly refused: () => readonly string[]
  close(): void
}

export interface ModelOptions {
  /** By how much its times to think are longer. */
  readonly pace?: number
  /** Folder that keeps each request, to find out why a program does something else. */
  readonly keep?: string | undefined
}

const dialects: readonly Dialect[] = [anthropic, responses, chat, gemini]
/** Programs may ask before their MCP servers have started: then the model waits with a tool of the program's own. */
const waits: readonly Step[] = [
  { call: 'WaitForMcpServers', input: {} },
  { call: 'exec_command', input: { cmd: 'sleep 1' } },
]

/** A model on loopback that plays a script in the dialect in which it is asked. Every other question gets one word. */
export async function scriptedModel({ pace = 1, keep }: ModelOptions = {}): Promise<ScriptedModel> {
  let playing: { readonly script: Script; readonly counts: 'patchbay' | 'any' } | undefined
  let count = 0
  let kept = 0
  let writing = 0
  const spoken = new Set<string>()
  const refused = new Set<string>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const dialect = dialects.find(({ isFor }) => isFor(pathname))
      if (keep !== undefined) {
        mkdirSync(keep, { recursive: true })
        writeFileSync(path.join(keep, `${++kept}.json`), `${request.method ?? ''} ${request.url ?? ''}\n${body}`)
      }
      if (request.method === 'POST' && dialect !== undefined) void answer(dialect, dialect.read(JSON.parse(body), pathname), response)
      else if (pathname.endsWith('count_tokens')) response.end('{"input_tokens":10}')
      else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Not part of the script."}}')
    })
  })
  server.on('connect', (request, socket) => {
    socket.on('error', () => undefined) // it gave up
    refused.add(request.url ?? '')
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })

  async function answer(dialect: Dialect, asked: Asked, response: ServerResponse): Promise<void> {
    const isMain = playing?.counts === 'any' ? asked.tools.length > 0 : ours(asked, 'check_inbox') !== undefined
    if (isMain) spoken.add(dialect.name)
    if (playing === undefined || !isMain)
      return write(
        dialect,
        asked,
        response,
        waits.find((step) => 'call' in step && asked.tools.some(({ name }) => name === step.call)) ?? { say: 'ok' },
      )
    const next = await playing.script.next(asked.result)
    const step: Step = next.done === true ? { say: 'Done.' } : next.value
    count++
    await sleep((step.after ?? 0) * pace * 1_000)
    writing++
    await write(dialect, asked, response, step)
    writing--
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play: (script, counts = 'patchbay') => void (playing = { script, counts }),
    steps: () => count,
    isWriting: () => writing > 0,
    dialects: () => [...spoken],
    refused: () => [...refused],
    close() {
      server.close().closeAllConnections()
    },
  }
}

/** One of Patchbay's tools, under the name that the program gives it: some put the server's name before it. */
function ours({ tools }: Asked, call: string): Tool | undefined {
  return tools.find(({ name, namespace }) => (namespace === undefined ? name.endsWith(`_${call}`) : name === call))
}

async function write(dialect: Dialect, asked: Asked, response: ServerResponse, step: Step): Promise<void> {
  if (!asked.isStreamed) return writeWhole(asked, response)
  response.setHeader('content-type', 'text/event-stream')
  const answer = dialect.stream(asked, response)
  answer.begin()
  if ('call' in step) {
    if (step.first !== undefined) answer.say(step.first)
    answer.call(ours(asked, step.call) ?? { name: step.call }, step.input)
  } else {
    for (const word of step.say.match(/\s*\S+/g) ?? []) {
      if (response.destroyed) return
      answer.say(word)
      if (step.every !== undefined) await sleep(step.every * 1_000)
    }
  }
  answer.end()
  response.end()
}

/** Programs ask for a whole answer on the side only: for a title, or which model to take. An answer that fits none of them makes them go on without. */
function writeWhole({ model }: Asked, response: ServerResponse): void {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: 'msg', type: 'message', role: 'assistant', model, usage, stop_reason: 'end_turn', stop_sequence: null }
  const content = [{ type: 'text', text: 'ok' }]
  const candidates = [{ index: 0, content: { role: 'model', parts: [{ text: '{}' }] }, finishReason: 'STOP' }]
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ ...message, content, candidates }))
}
