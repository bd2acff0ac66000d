import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DemoActor } from '../../../core/protocol.ts'
import { readAgentFile } from '../agents-file.ts'
import { readProcessStatus } from '../pure/process-status.ts'
import { ChatReader } from '../pure/reader.ts'
import { startDemo } from './start-demo.ts'

let folder: string
let actor: DemoActor | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-demo-'))
})
afterEach(async () => {
  await actor?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('writes a first screenful immediately, then continues, from another process that ends when asked to', async () => {
  actor = startDemo(folder)
  const chat = join(folder, '.workplace/chat.md')
  await vi.waitFor(() => expect(existsSync(chat)).toBe(true))
  const first = readFileSync(chat)
  const reader = new ChatReader({ generation: 1, label: 'chat.md', path: 'chat.md', position: { offset: 0, line: 1 } })
  reader.push(first)
  const messages = reader.take('settled').flatMap(({ body }) => (body.kind === 'message' ? body : []))
  expect(messages.length).toBeGreaterThanOrEqual(30)
  expect(new Set(messages.map((message) => message.from)).size).toBe(6)
  expect(messages.some((message) => message.text.includes('\n'))).toBe(true)
  const agents = await readdir(join(folder, '.workplace/agents'))
  expect(agents.length).toBeGreaterThan(0)
  for (const file of agents) {
    expect(readAgentFile(file, readFileSync(join(folder, '.workplace/agents', file), 'utf8'))).toMatchObject({
      ok: true,
      value: { role: expect.any(String) },
    })
  }
  const statuses = readProcessStatus(readFileSync(join(folder, '.workplace/process-status.json'), 'utf8'))
  expect(statuses.ok && statuses.value.length).toBe(6)
  await vi.waitFor(() => expect(readFileSync(chat).length).toBeGreaterThan(first.length))
  const { pid } = actor
  await actor.stop()
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
})
