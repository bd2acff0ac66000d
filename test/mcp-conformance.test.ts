import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conformanceOffer } from './fakes/conformance-offer.ts'
import { fakeService } from './fakes/switchboard-service.ts'
import { startTokenProxy } from './fakes/token-proxy.ts'
import { openMcpWorld, testToken } from './suites/mcp-world.ts'

/** Scenarios of abilities that the server does not declare, each with its reason. One that passes makes the run fail: the list is outdated. */
const undeclared = {
  'tools-call-sampling': 'no tool asks the client’s model',
  'tools-call-elicitation': 'no tool asks the user through the client: the operator is asked by Patchbay',
  'elicitation-sep1034-defaults': 'the same',
  'elicitation-sep1330-enums': 'the same',
  'server-sse-polling': 'a stream that broke is not replayed: a client repeats the call, and one that makes a message is still one message',
}

const conformance = path.join(import.meta.dirname, '..', 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
let folder: string
let run: { readonly code: number | null; readonly out: string }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchbay-conformance-'))
  const world = await openMcpWorld(fakeService(), { offer: conformanceOffer })
  const proxy = await startTokenProxy(world.server.port, testToken)
  try {
    const baseline = path.join(folder, 'undeclared.yml')
    await writeFile(
      baseline,
      `server:\n${Object.keys(undeclared)
        .map((name) => `  - ${name}\n`)
        .join('')}`,
    )
    run = await finish(['server', '--url', `http://127.0.0.1:${proxy.port}/mcp`, '--suite', 'all', '--expected-failures', baseline])
  } finally {
    await proxy.close()
    await world.close()
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function finish(args: readonly string[]): Promise<typeof run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [conformance, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.once('close', (code) => resolve({ code, out }))
  })
}

describe('F11: the conformance scenarios', () => {
  it('all pass except those for abilities that the server does not declare', async ({ annotate }) => {
    expect(run.out).toContain('Total:')
    expect([run.code, run.code === 0 ? '' : run.out]).toEqual([0, ''])
    const scenarios = [...run.out.matchAll(/^[✓✗] ([\w-]+): /gm)].map((match) => match[1])
    expect(scenarios.length).toBeGreaterThanOrEqual(32)
    await annotate(`${scenarios.length} scenarios, ${Object.keys(undeclared).length} for abilities that are not declared`, 'F11')
  })
})
