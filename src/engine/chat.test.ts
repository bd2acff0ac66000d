import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ulid } from 'ulid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { follow, testEngine, texts, type TestEngine } from '../../test/fakes/engine.ts'
import { chatProtocol } from '../protocols/chat/index.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { valueOf } from '../../test/fakes/value-of.ts'

const protocols = await loadProtocols()
let running: TestEngine
let chatFile: string

beforeEach(async () => {
  running = await testEngine({ protocols })
  chatFile = path.join(running.folder, '.workplace', 'chat.md')
  await mkdir(path.dirname(chatFile))
  await writeFile(chatFile, '[coder-to-reviewer]: Please review src/auth.rs\n')
})
afterEach(() => running.stop())

async function open(): Promise<string> {
  return valueOf(await running.client.call('workspaces.open', { path: running.folder })).id
}

describe('chat.md through the whole engine', () => {
  test('what another program appends is pushed, with its place in the file', async () => {
    const workspace = await open()
    const followed = follow(running.client, workspace, 0)
    await followed.until((pushes) => texts(pushes).length === 1)
    const first = await followed.state((state) => state.messages === 1 && state.links[0]?.status.lamp === 'up')
    expect(first.conversations).toMatchObject([{ count: 1, unread: 0 }])

    await appendFile(chatFile, '[reviewer-to-coder] @ [manager]: On it\n')
    await followed.until((pushes) => texts(pushes).length === 2)
    const page = valueOf(await running.client.call('feed.page', { workspace, filter: {}, limit: 10 }))
    expect(page.events.map((event) => event.raw.anchor?.label)).toEqual(['chat.md:1', 'chat.md:2'])
    expect(page.events[1]?.body).toMatchObject({ from: 'reviewer', to: ['coder'], observers: ['manager'], text: 'On it' })
    const state = await followed.state((each) => each.messages === 2)
    expect(state.conversations).toMatchObject([{ count: 2, unread: 1 }])
  })

  test('no line keeps others from being shown, whatever is wrong with it and however long it is (F23)', async () => {
    const workspace = await open()
    const followed = follow(running.client, workspace, 0)
    const names = ['a b', '\u202Eevil', 'o\u043Ferator', 'x'.repeat(200), '\u00FC'.repeat(3_000), '<b>', '']
    const words = 'word '.repeat(10_000)
    const lines = names.flatMap((name) => [
      `[${name}-to-coder] @ [${name}]: ${words}`,
      `[coder-to-${name}]: ${words}`,
      `[coder-to-reviewer] @ [${name}]: ${words}`,
      ` [coder-to-${name}] ${words}`,
      `[coder-to-reviewer] @ [${Array.from({ length: 200 }, () => name).join(',')}]: hi`,
    ])
    await appendFile(chatFile, `${lines.join('\n')}\n[reviewer-to-coder]: still here\n`)
    await followed.until((pushes) => texts(pushes).includes('still here'))
    for (const filter of [{}, { raw: true }]) {
      const page = valueOf(await running.client.call('feed.page', { workspace, filter, limit: 500 }))
      expect(page.events.length).toBeGreaterThan(names.length)
    }
  })

  test('a sent message is one line in the file and is confirmed by reading it back', async () => {
    const workspace = await open()
    const followed = follow(running.client, workspace)
    const { links } = await followed.state((state) => state.links[0]?.status.lamp === 'up')
    const draft = { from: 'operator', to: ['coder'], observers: ['reviewer'], text: 'First line\n[x-to-y]: not a header' }
    const sent = valueOf(await running.client.call('messages.send', { id: ulid(), source: links[0]?.id ?? '', draft }))
    expect(['sent', 'confirmed']).toContain(sent.state)
    const state = await followed.state((each) => each.commands[0]?.state === 'confirmed')
    expect(await readFile(chatFile, 'utf8')).toBe(
      '[coder-to-reviewer]: Please review src/auth.rs\n[operator-to-coder] @ [reviewer]: First line\n  [x-to-y]: not a header\n',
    )
    const event = valueOf(await running.client.call('events.get', { id: state.commands[0]?.event ?? '' }))
    expect(event.body).toMatchObject({ from: 'operator', text: 'First line\n[x-to-y]: not a header' })
    const source = valueOf(await running.client.call('events.source', { id: event.id, context: 1 }))
    expect(source).toMatchObject({ path: '.workplace/chat.md', firstLine: 1, changed: false })
    expect(source.lines.slice(1)).toEqual(['[operator-to-coder] @ [reviewer]: First line', '  [x-to-y]: not a header'])
  })

  test('a line that anybody writes in the operator’s name is doubted, one sent from here is not, even when it is read back later', async () => {
    const workspace = await open()
    const followed = follow(running.client, workspace, 0)
    const { links } = await followed.state((state) => state.links[0]?.status.lamp === 'up')
    const draft = { from: 'operator', to: ['coder'], observers: [], text: 'mine' }
    valueOf(await running.client.call('messages.send', { id: ulid(), source: links[0]?.id ?? '', draft }))
    await followed.state((state) => state.commands[0]?.state === 'confirmed')
    await appendFile(chatFile, '[operator-to-coder]: mine\n[operator-to-coder]: not mine\n')
    await followed.until((pushes) => texts(pushes).length === 4)
    await running.engine.close()
    running = await running.restart()
    await open()
    const page = valueOf(await running.client.call('feed.page', { workspace, filter: {}, limit: 10 }))
    expect(page.events.map(({ body }) => body.kind === 'message' && body.doubts)).toEqual([
      undefined,
      undefined,
      ['not sent from here'],
      ['not sent from here'],
    ])
  })

  test('a restart continues at its position: nothing twice, nothing lost, new lines unread', async () => {
    const workspace = await open()
    const before = follow(running.client, workspace, 0)
    await before.state((state) => state.messages === 1 && state.links[0]?.status.lamp === 'up')
    await running.engine.close()
    await appendFile(chatFile, '[reviewer-to-coder]: written meanwhile\n')
    running = await running.restart()
    const after = follow(running.client, workspace, 0)
    const state = await after.state((each) => each.messages === 2 && each.links[0]?.status.lamp === 'up')
    expect(texts(after.pushes)).toEqual(['Please review src/auth.rs', 'written meanwhile'])
    expect(state.conversations).toMatchObject([{ count: 2, unread: 1 }])
  })

  test('an invalid name is a fault at its field, and nothing is written', async () => {
    const workspace = await open()
    const followed = follow(running.client, workspace)
    const { links } = await followed.state((state) => state.links[0]?.status.lamp === 'up')
    const draft = { from: 'operator', to: ['co der'], observers: [], text: 'x' }
    const sent = await running.client.call('messages.send', { id: ulid(), source: links[0]?.id ?? '', draft })
    expect(sent).toMatchObject({ ok: false, fault: { field: expect.stringMatching(/^to/) } })
    const renamed = await running.client.call('workspaces.setOperator', { workspace, name: 'Ann B' })
    expect(renamed).toMatchObject({ ok: false, fault: { field: 'name' } })
    expect(await readFile(chatFile, 'utf8')).toBe('[coder-to-reviewer]: Please review src/auth.rs\n')
  })

  test('the demo writes to a real file from another process and leaves nothing behind', async () => {
    await running.stop()
    running = await testEngine({ protocols: [chatProtocol] }) // each demo is a process
    const demo = valueOf(await running.client.call('workspaces.demo', {}))
    expect(valueOf(await running.client.call('workspaces.demo', {})).id).toBe(demo.id)
    const followed = follow(running.client, demo.id, 0)
    await followed.until((pushes) => texts(pushes).length > 5 || pushes.some((push) => push.type === 'resync'))
    expect(await readFile(path.join(demo.path, '.workplace', 'chat.md'), 'utf8')).toMatch(/-to-/)
    valueOf(await running.client.call('workspaces.forget', { workspace: demo.id }))
    await expect(readFile(demo.path)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(valueOf(await running.client.call('workspaces.list', {}))).toEqual([])
  })
})
