import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, open, readFile, readdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Event, NewEvent } from '../../core/event.ts'
import type { LinkStatus } from '../../core/link.ts'
import { fakeLinkContext } from '../../../test/fakes/link-context.ts'
import { archivePath } from './archive.ts'
import { chatProtocol } from './index.ts'

const me = { kind: 'operator', name: 'operator' } as const
const config = { folder: '.', poll: false }

let root: string
let links: World[]
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-chat-'))
  await mkdir(join(root, '.workplace'))
  links = []
})
afterEach(async () => {
  await Promise.all(links.map((world) => world.driver.stop()))
  await rm(root, { recursive: true, force: true })
})

/** Stores what a link emits like the journal: one event per identity, its newest version. */
class World {
  readonly live = new Map<string, NewEvent & { readonly place: number }>()
  readonly ids: Set<string>
  statuses: Omit<LinkStatus, 'since'>[] = []
  state: unknown
  #order = 0
  readonly driver
  constructor(saved?: unknown, ids: Set<string> = new Set(), now = Date.now) {
    this.ids = ids
    const context = fakeLinkContext({
      workspacePath: root,
      saved,
      emit: (events, state) => {
        this.state = JSON.parse(JSON.stringify(state))
        for (const event of events) this.#keep(event)
      },
      live: () => undefined,
      reserveOrder: (size) => (this.#order += size) - size,
      status: (status) => this.statuses.push(status),
      now,
      log: (message, fields) => {
        throw new Error(`${message} ${JSON.stringify(fields)}`)
      },
    })
    this.driver = chatProtocol.openLink(context, config)
    links.push(this)
    this.driver.start()
  }
  #keep(event: NewEvent): void {
    if (this.ids.has(event.wireId)) return
    this.ids.add(event.wireId)
    const before = event.supersedes === undefined ? undefined : this.live.get(event.supersedes)
    if (event.supersedes !== undefined) this.live.delete(event.supersedes)
    this.live.set(event.wireId, { ...event, place: before?.place ?? event.ord ?? this.#order++ })
  }
  get texts(): string[] {
    return [...this.live.values()]
      .toSorted((one, other) => one.place - other.place)
      .flatMap(({ body }) => (body.kind === 'message' ? body.text : body.kind === 'marker' ? `(${body.marker})` : []))
  }
  get lamp(): string | undefined {
    return this.statuses.at(-1)?.lamp
  }
  bodies(kind: string): NewEvent['body'][] {
    return [...this.live.values()].map((event) => event.body).filter((body) => body.kind === kind)
  }
}

const chat = (): string => join(root, '.workplace/chat.md')
const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { interval: 5 })
const shows = (world: World, texts: readonly string[]): Promise<void> =>
  until(() => {
    expect(world.texts).toEqual(texts)
    expect(world.lamp).toBe('up')
  })

describe('a chat link', () => {
  it('reads, follows, and continues after a restart without repeating or losing anything', async () => {
    await writeFile(chat(), '[a-to-b]: one\n')
    const first = new World()
    await shows(first, ['one'])
    await appendFile(chat(), '[b-to-a]: two\n')
    await shows(first, ['one', 'two'])
    await until(() => expect(first.statuses.at(-1)).toMatchObject({ text: 'caught up, byte 28', count: { value: 2, unit: 'lines' } }))
    await first.driver.stop()
    await appendFile(chat(), '  more\n[a-to-b]: three\n')
    const second = new World(first.state, first.ids)
    await until(() => expect(second.texts).toEqual(['two\nmore', 'three']))
    expect([...second.live.values()][0]?.supersedes).toBe([...first.live.keys()][1])
  })

  it('emits an incomplete line after a second of silence and replaces it when it is complete', async () => {
    await writeFile(chat(), '[a-to-b]: hel')
    const world = new World()
    await until(() => expect(world.texts).toEqual(['hel']))
    await appendFile(chat(), 'lo\n')
    await shows(world, ['hello'])
  })

  it('stores the rest of a message that grows slowly: after a silence, when it stops, and after a crash', async () => {
    const long = 'x'.repeat(1_000)
    await writeFile(chat(), `[a-to-b]: ${long}\n`)
    const first = new World()
    await shows(first, [long])
    await appendFile(chat(), '  one\n')
    await shows(first, [`${long}\none`])
    await appendFile(chat(), '  two\n')
    await until(() => expect(first.statuses.at(-1)).toMatchObject({ text: 'caught up, byte 1,023' }))
    const crashed = first.state
    await first.driver.stop()
    expect(first.texts).toEqual([`${long}\none\ntwo`])
    const second = new World(crashed, new Set())
    await shows(second, [`${long}\none\ntwo`])
  })

  it('shows a message while its agent goes on writing it without a pause', async () => {
    const long = 'x'.repeat(50_000)
    await writeFile(chat(), `[a-to-b]: ${long}\n`)
    const world = new World()
    await shows(world, [long])
    const isWriting = { now: true }
    const written = (async () => {
      for (let at = 0; isWriting.now && at < 90; at++) {
        await appendFile(chat(), `  ${at}\n`)
        await sleep(100)
      }
      return isWriting.now ? 'all' : 'part'
    })()
    await until(() => expect(world.texts[0]).toContain('\n1'))
    isWriting.now = false
    expect(await written).toBe('part')
  })

  it('marks a file that started over, and shows equal lines of both generations', async () => {
    await writeFile(chat(), '[a-to-b]: one\n')
    const world = new World()
    await shows(world, ['one'])
    await writeFile(join(root, 'new'), '[a-to-b]: zero\n[a-to-b]: one\n')
    await rename(join(root, 'new'), chat())
    await shows(world, ['one', '(restart)', 'zero', 'one'])
    await appendFile(chat(), '[a-to-b]: two\n')
    await shows(world, ['one', '(restart)', 'zero', 'one', 'two'])
    const late = [...world.live.values()].flatMap((event) => (event.body.kind === 'message' ? [event.late] : []))
    expect(late).toEqual([undefined, true, true, undefined])
    await world.driver.stop()
    const second = new World(world.state, world.ids)
    await until(() => expect(second.lamp).toBe('up'))
    expect(second.texts).toEqual([])
  })

  it('reports that there is no file yet; sending creates it and is read back', async () => {
    await rm(join(root, '.workplace'), { recursive: true })
    const world = new World()
    await until(() => expect(world.statuses.at(-1)?.text).toContain('no chat.md yet'))
    expect(await readdir(root)).toEqual([])
    const wire = '[operator-to-coder]: hello\n  there\n'
    expect(await world.driver.send(wire, me)).toEqual({ ok: true, value: undefined })
    await until(() => expect([...world.live.values()].map((event) => event.raw.text)).toEqual([wire.trimEnd()]))
  })

  const gone = { lamp: 'down', text: 'chat.md is gone', reason: { code: 'not-found' } }

  it('reports a file that is gone, also after a restart, and follows the next one', async () => {
    await writeFile(chat(), '[a-to-b]: one\n')
    const first = new World()
    await shows(first, ['one'])
    await unlink(chat())
    await until(() => expect(first.statuses.at(-1)).toMatchObject(gone))
    await first.driver.stop()
    const second = new World(first.state, first.ids)
    await until(() => expect(second.statuses.at(-1)).toMatchObject(gone))
    expect(await second.driver.send('[a-to-b]: two\n', me)).toEqual({ ok: true, value: undefined })
    await shows(second, ['(restart)', 'two'])
  })

  it('reports a workspace folder that another one took the place of', async () => {
    await writeFile(chat(), '[a-to-b]: one\n')
    const world = new World()
    await shows(world, ['one'])
    const away = `${root}-away`
    await rename(root, away)
    try {
      await until(() => expect(world.lamp).toBe('down'))
      await symlink('/etc', root)
      await until(() => expect(world.statuses.at(-1)).toMatchObject(gone))
    } finally {
      await rm(root, { force: true })
      await rename(away, root)
    }
    await until(() => expect(world.lamp).toBe('up'))
    expect(world.texts).toEqual(['one'])
  })

  it('reports why it cannot read', async () => {
    execFileSync('mkfifo', [chat()])
    const world = new World()
    await until(() => expect(world.statuses.at(-1)).toMatchObject({ lamp: 'down', reason: { code: 'conflict' } }))
    expect(await world.driver.send('[a-to-b]: x\n', me)).toMatchObject({ ok: false })
  })
})

const line = (index: number): string => `[a-to-b]: message ${index} ${'x'.repeat(1_000)}\n`

describe('a large chat file', () => {
  const size = 18_000

  it('shows the end first, reads the rest in order behind it, can be stopped and continues after a restart', async () => {
    await writeFile(chat(), Array.from({ length: size }, (_, index) => line(index)).join(''))
    const first = new World()
    await until(() => expect(first.statuses.at(-1)?.progress).toBeDefined())
    expect(first.texts.at(-1)).toContain(`message ${size - 1} `)
    expect(await first.driver.act('archive', me)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    await first.driver.act('cancel', me)
    expect(first.statuses.at(-1)?.text).toMatch(/earlier bytes not loaded$/u)
    expect(first.live.size).toBeLessThan(size)
    await first.driver.stop()

    const second = new World(first.state, first.ids)
    await until(() => expect(second.lamp).toBe('up'))
    expect(second.live.size).toBe(0)
    expect(await second.driver.act('earlier', me)).toMatchObject({ ok: true })
    await until(() => expect(first.live.size + second.live.size).toBe(size))
    const all = [...first.live.values(), ...second.live.values()]
    const lines = all.map((event) => event.raw.anchor?.line ?? 0).toSorted((one, other) => one - other)
    expect(lines).toEqual(Array.from({ length: size }, (_, index) => index + 1))
    for (const { body, raw } of all) {
      expect(body.kind === 'message' && body.text.startsWith(`message ${(raw.anchor?.line ?? 0) - 1} `)).toBe(true)
    }
    const filled = [...second.live.values()].map((event) => [event.ord ?? Number.NaN, event.raw.anchor?.line ?? 0] as const)
    const byOrder = filled.toSorted(([one], [other]) => one - other).map(([, number]) => number)
    expect(byOrder).toEqual(byOrder.toSorted((one, other) => one - other))
    expect(await second.driver.act('earlier', me)).toEqual({ ok: true, value: { text: 'All lines of the file are loaded.' } })
  })
})

describe('archiving', () => {
  const now = Date.parse('2026-03-04T12:00:00')
  const archive = (): string => join(root, archivePath({ folder: '.', poll: false }, now))

  it('moves the lines, appends to an archive of the day, and marks it', async () => {
    const world = new World(undefined, undefined, () => now)
    await writeFile(chat(), '[a-to-b]: one\n[a-to-b]: torn')
    await until(() => expect(world.texts).toEqual(['one', 'torn']))
    expect(await world.driver.act('archive', me)).toMatchObject({ ok: true, value: { text: expect.stringContaining('28 bytes') } })
    expect(await readFile(archive(), 'utf8')).toBe('[a-to-b]: one\n[a-to-b]: torn')
    expect(await readFile(chat(), 'utf8')).toBe('')
    await shows(world, ['one', 'torn', '(restart)'])
    await appendFile(chat(), '[a-to-b]: two\n')
    await shows(world, ['one', 'torn', '(restart)', 'two'])
    await world.driver.act('archive', me)
    expect(await readFile(archive(), 'utf8')).toBe('[a-to-b]: one\n[a-to-b]: torn\n[a-to-b]: two\n')
    expect(await readdir(join(root, '.workplace'))).toEqual(['chat.md', 'memory'])
    expect(await world.driver.act('archive', me)).toEqual({ ok: true, value: { text: 'chat.md is empty: nothing to archive.' } })
  })

  it('names the new place of archived lines, also after a restart of Patchbay and for a day’s second archive', async () => {
    const world = new World(undefined, undefined, () => now)
    await writeFile(chat(), '[a-to-b]: one\n[a-to-b]: two\n')
    await until(() => expect(world.texts).toEqual(['one', 'two']))
    await world.driver.act('archive', me)
    await shows(world, ['one', 'two', '(restart)'])
    await appendFile(chat(), '[a-to-b]: three\n')
    await shows(world, ['one', 'two', '(restart)', 'three'])
    const anchors = (from: World): (number | undefined)[] =>
      [...world.live.values()]
        .filter(({ body }) => body.kind === 'message')
        .map((event) => from.driver.anchorOf?.(event as unknown as Event)?.line)
    expect(anchors(world)).toEqual([1, 2, undefined])
    await world.driver.act('archive', me)
    expect(anchors(world)).toEqual([1, 2, 3])
    const again = new World(world.state, undefined, () => now)
    expect(anchors(again)).toEqual([1, 2, 3])
    const third = [...world.live.values()].findLast(({ body }) => body.kind === 'message') as unknown as Event
    expect(again.driver.anchorOf?.(third)).toEqual({
      label: 'chat-2026-03-04.md:3',
      path: '.workplace/memory/chat-2026-03-04.md',
      line: 3,
    })
  })

  it('loses no line of concurrent writers, with the file open or not', async () => {
    await writeFile(chat(), '')
    const world = new World(undefined, undefined, () => now)
    const held = await open(chat(), 'a')
    const writers = { areDone: false }
    const sent: string[] = []
    const write = async (): Promise<void> => {
      for (let index = 0; !writers.areDone; index++) {
        await held.appendFile(`[h-to-b]: held ${index}\n`)
        await appendFile(chat(), `[o-to-b]: open ${index}\n`)
        sent.push(`held ${index}`, `open ${index}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const writing = write()
    await until(() => expect(sent.length).toBeGreaterThan(20))
    const archiving = world.driver.act('archive', me)
    await until(() => expect(sent.length).toBeGreaterThan(60))
    writers.areDone = true
    await writing
    await held.close()
    expect((await archiving).ok).toBe(true)
    const kept = `${await readFile(archive(), 'utf8')}\n${await readFile(chat(), 'utf8')}`.split('\n')
    const missing = sent.filter((text) => !kept.includes(`[${text[0]}-to-b]: ${text}`))
    expect(missing).toEqual([])
    await until(() => expect(sent.filter((text) => !world.texts.includes(text))).toEqual([]))
  })

  it.each([
    ['after the rename', async () => undefined],
    ['in the middle of the copy', async () => appendFile(archive(), '[a-to-b]: o')],
    ['before the removal', async () => appendFile(archive(), '[a-to-b]: one\n')],
  ])('is finished at the next start when it stopped %s', async (_when, crash) => {
    await mkdir(join(root, '.workplace/memory'))
    await writeFile(archive(), 'before\n')
    await writeFile(join(root, '.workplace/chat-archiving-2026-03-04-7.md'), '[a-to-b]: one\n')
    await crash()
    const world = new World()
    await until(async () => expect(await readdir(join(root, '.workplace'))).toEqual(['chat.md', 'memory']))
    expect(await readFile(archive(), 'utf8')).toBe('before\n[a-to-b]: one\n')
    await world.driver.stop()
  })
})

describe('files next to the chat', () => {
  it('show agents and their states, live, and withdraw what is removed', async () => {
    await mkdir(join(root, '.workplace/agents'))
    await writeFile(
      join(root, '.workplace/agents/coder.md'),
      '---\nname: coder\nrole: Developer\ntriggers: [fix]\nhandoff_to: [reviewer]\npersistent: true\n---\n\nBe small.\n',
    )
    const world = new World()
    const profile = {
      kind: 'profile',
      agent: 'coder',
      role: 'Developer',
      triggers: ['fix'],
      handoffTo: ['reviewer'],
      persistent: true,
      instructions: 'Be small.',
    }
    await until(() => expect(world.bodies('profile')).toEqual([profile]))
    await writeFile(join(root, '.workplace/agents/coder.md'), 'No front matter.')
    await until(() => expect(world.bodies('profile')).toEqual([{ kind: 'profile', agent: 'coder', instructions: 'No front matter.' }]))
    const status = (word: string): Promise<void> =>
      writeFile(
        join(root, '.workplace/process-status.json'),
        JSON.stringify({
          server: { status: 'running' },
          coder: { status: word, task: 't', startedAt: '2026-02-17T10:05:00.123456789+00:00' },
        }),
      )
    for (const word of ['running', 'idle', 'running']) {
      await status(word)
      await until(() =>
        expect(world.bodies('presence').at(-1)).toMatchObject({
          agent: 'coder',
          said: word,
          evidence: 'declared',
          since: 1_771_322_700_123,
        }),
      )
    }
    expect(world.bodies('presence')).toHaveLength(3)
    await world.driver.stop()
    const again = new World(world.state, world.ids)
    await until(() => expect(again.lamp).toBe('up'))
    await unlink(join(root, '.workplace/agents/coder.md'))
    await until(() => expect(again.bodies('comment')).toMatchObject([{ text: '.workplace/agents/coder.md: the file was removed' }]))
    expect(again.bodies('presence')).toEqual([])
  })
})

async function steps(): Promise<string[]> {
  const found: string[] = []
  const context = { workspacePath: root, signal: new AbortController().signal, secret: async () => undefined }
  for await (const step of chatProtocol.test(context, config)) found.push(`${step.name} ${step.state}: ${step.text}`)
  return found
}

describe('Test', () => {
  it('checks folder, file, reading and writing', async () => {
    await writeFile(chat(), '[a-to-b]: x\n')
    expect(await steps()).toEqual([
      'Folder ok: .workplace',
      'File ok: .workplace/chat.md',
      'Readable ok: 1 lines, 12 bytes',
      'Writable ok: sending is possible',
    ])
  })

  it('reports what is missing and creates nothing', async () => {
    await rm(join(root, '.workplace'), { recursive: true })
    expect((await steps())[0]).toBe('Folder ok: .workplace does not exist yet; the first message creates it')
    expect(await readdir(root)).toEqual([])
  })

  it('fails if a folder is in the place of the file', async () => {
    await mkdir(chat())
    expect((await steps())[2]).toMatch(/^Readable failed: .*a folder is in its place/u)
  })
})
