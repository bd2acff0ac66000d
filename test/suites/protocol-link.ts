import { setImmediate } from 'node:timers/promises'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { eventBodySchema, isMessage, rawSchema, type NewEvent } from '../../src/core/event.ts'
import { linkStatusSchema, testStepSchema, type LinkConfig } from '../../src/core/link.ts'
import type { LinkDriver, Protocol } from '../../src/core/protocol.ts'
import { directGate } from '../../src/engine/gate/direct-gate.ts'
import { storedEvent } from '../fakes/events.ts'
import { fakeLinkContext } from '../fakes/link-context.ts'
import type { ProtocolMedium } from './protocol.ts'

/** One driver with everything that it reported to the engine. */
interface Session {
  readonly driver: LinkDriver
  readonly events: NewEvent[]
  readonly statuses: unknown[]
  saved: unknown
  texts(): string[]
  end(): Promise<void>
}

const handles = new Set(['FSEventWrap', 'StatWatcher', 'PipeWrap', 'TCPSocketWrap', 'ProcessWrap', 'FSReqPromise', 'Timeout'])

/** What the link of every protocol must do on a real medium that another program writes to. */
export function protocolLinkSuite(protocol: Protocol, medium: ProtocolMedium): void {
  const { id } = protocol.info

  describe(`protocol: ${id}, link`, () => {
    let folder: string
    let config: LinkConfig
    const sessions: Session[] = []
    beforeEach(async () => {
      folder = await realpath(await mkdtemp(path.join(tmpdir(), `patchbay-${id}-`)))
      config = await medium.prepare(folder)
    })
    afterEach(async () => {
      for (const session of sessions.splice(0)) await session.end()
      await medium.end?.()
      await rm(folder, { recursive: true, force: true })
    })

    function open(saved?: unknown, root = folder, settings = config): Session {
      const events: NewEvent[] = []
      const statuses: unknown[] = []
      const context = fakeLinkContext({
        workspacePath: root,
        saved: saved === undefined ? undefined : (JSON.parse(JSON.stringify(saved)) as unknown), // as the journal returns it
        emit(batch, state) {
          events.push(...batch)
          if (state !== undefined) session.saved = state
        },
        status: (status) => void statuses.push(status),
        secret: secretOf(settings),
        gate: directGate,
      })
      const session: Session = {
        driver: protocol.openLink(context, settings),
        events,
        statuses,
        saved,
        texts: () => messages(events).map((body) => body.text),
        end: () => session.driver.stop(),
      }
      sessions.push(session)
      return session
    }

    /** Like the engine: the secrets of the settings are read separately. */
    function secretOf(settings: LinkConfig): (field: string) => Promise<string | undefined> {
      return (field) => {
        const secret = protocol.secretFields.includes(field) ? settings[field] : undefined
        return Promise.resolve(typeof secret === 'string' && secret !== '' ? secret : undefined)
      }
    }

    const lamp = (session: Session): unknown => (session.statuses.at(-1) as { lamp?: unknown } | undefined)?.lamp
    const isUp = (session: Session): Promise<void> => vi.waitFor(() => expect(lamp(session)).toBe('up'), { interval: 5 })
    const says = (session: Session, texts: readonly string[]): Promise<void> =>
      vi.waitFor(() => expect(session.texts()).toEqual(texts), { interval: 5 })

    test('nothing happens before start; reading changes nothing; everything reported is well-formed', async () => {
      await medium.write(folder, ['one', 'two'])
      const before = await readdir(folder, { recursive: true })
      const session = open()
      expect([session.events, session.statuses]).toEqual([[], []])
      session.driver.start()
      await says(session, ['one', 'two'])
      await isUp(session)
      for (const event of session.events) {
        expect(eventBodySchema.safeParse(event.body)).toMatchObject({ success: true })
        expect(rawSchema.safeParse(event.raw)).toMatchObject({ success: true })
        expect(event.wireId).not.toBe('')
      }
      expect(new Set(session.events.map((event) => event.wireId)).size).toBe(session.events.length)
      for (const status of session.statuses)
        expect(linkStatusSchema.omit({ since: true }).safeParse(status)).toMatchObject({ success: true })
      const isForeign = (file: string): boolean => medium.keeps?.(file.replaceAll(path.sep, '/')) !== true
      expect((await readdir(folder, { recursive: true })).filter(isForeign)).toEqual(before.filter(isForeign))
    })

    test('an empty workspace stays empty', async () => {
      const empty = await mkdtemp(path.join(folder, 'empty-'))
      const session = open(undefined, empty)
      session.driver.start()
      await vi.waitFor(() => expect(session.statuses.length).toBeGreaterThan(1), { interval: 5 })
      await session.end()
      expect(await readdir(empty)).toEqual([])
    })

    test('start and stop leave no handle, however often and in any order', async () => {
      const before = openHandles()
      for (let round = 0; round < 3; round++) {
        const session = open()
        session.driver.start()
        if (round > 0) await isUp(session)
        await Promise.all([session.end(), session.end()])
        await session.end()
      }
      await open().end()
      // No timer of our own while waiting: it would count as left over.
      for (const ends = performance.now() + 2_000; leftOver(before).length > 0 && performance.now() < ends;) await setImmediate()
      expect(leftOver(before)).toEqual([])
    })

    test('nothing is reported after stop', async () => {
      const session = open()
      session.driver.start()
      await isUp(session)
      await session.end()
      const said = session.statuses.length
      await medium.write(folder, ['late'])
      const next = open(session.saved)
      next.driver.start()
      await says(next, ['late'])
      expect([session.texts(), session.statuses.length]).toEqual([[], said])
    })

    test('a saved state resumes: nothing twice, nothing lost', async () => {
      await medium.write(folder, ['one', 'two', 'three'])
      const first = open()
      first.driver.start()
      await says(first, ['one', 'two', 'three'])
      await isUp(first)
      await first.end()
      await medium.write(folder, ['four'])
      const second = open(first.saved)
      second.driver.start()
      await says(second, ['four'])
      await isUp(second)
      const seen = new Set(first.events.map((event) => event.wireId))
      expect(second.events.filter((event) => seen.has(event.wireId))).toEqual([])
    })

    test('two equal messages are two events with different ids, again after a lost state (F19)', async () => {
      await medium.write(folder, ['same', 'same'])
      const [first, second] = [open(), open()]
      for (const session of [first, second]) {
        session.driver.start()
        await says(session, ['same', 'same'])
        expect(new Set(messageIds(session)).size).toBe(2)
        await session.end()
      }
      expect(messageIds(second)).toEqual(messageIds(first))
    })

    test.skipIf(medium.startOver === undefined)('a file that starts over gives a marker, and its lines as new events (F19)', async () => {
      await medium.write(folder, ['one', 'two'])
      const session = open()
      session.driver.start()
      await says(session, ['one', 'two'])
      await isUp(session)
      await medium.startOver?.(folder, ['one'])
      await says(session, ['one', 'two', 'one'])
      expect(session.events.map((event) => event.body)).toContainEqual(expect.objectContaining({ kind: 'marker', marker: 'restart' }))
      await isUp(session)
      await session.end()
      await medium.write(folder, ['two'])
      const next = open(session.saved)
      next.driver.start()
      await says(next, ['two'])
      expect(new Set([...messageIds(session), ...messageIds(next)]).size).toBe(4)
    })

    test.each([
      ['nothing', undefined],
      ['nonsense', { v: 'x', a: [1] }],
      ['null', null],
    ])('a lost state (%s) leads to reading again with the same identities, so nothing is stored twice (F19)', async (_what, lost) => {
      await medium.write(folder, ['one', 'two'])
      const first = open()
      first.driver.start()
      await says(first, ['one', 'two'])
      await first.end()
      const second = open(lost)
      second.driver.start()
      await says(second, ['one', 'two'])
      expect(messageIds(second)).toEqual(messageIds(first))
    })

    test.skipIf(protocol.info.takesMessages === false)(
      'what is formatted and sent is read back as one message of the same parties (F17)',
      async () => {
        const session = open()
        session.driver.start()
        await isUp(session)
        const actor = { kind: 'operator', name: 'operator' } as const
        const draft = medium.draft ?? {
          from: 'operator',
          to: ['coder'],
          observers: ['reviewer'],
          text: 'First\n[x-to-y]: second\n{"from":"z"}',
        }
        const stamp = { id: '01J0000000000000000000000A', at: Date.now() }
        if (medium.refusesObservers === true)
          expect(protocol.format({ ...draft, observers: ['reviewer'] }, stamp)).toMatchObject({ ok: false, fault: { field: 'observers' } })
        const formatted = protocol.format(draft, stamp)
        if (!formatted.ok) throw new Error(formatted.fault.message)
        expect(await session.driver.send(formatted.value.wire, actor)).toMatchObject({ ok: true })
        await vi.waitFor(() => expect(messages(session.events).at(-1)?.text).toBe(draft.text), { interval: 5 })
        const read = messages(session.events.filter((event) => !session.events.some((each) => each.supersedes === event.wireId)))
        expect(read).toMatchObject([{ from: draft.from, to: draft.to, observers: draft.observers }])
        const said = session.events.findLast((event) => event.body.kind === 'message')
        expect(said?.raw.text.trimEnd()).toBe(formatted.value.wire.trim())
      },
    )

    test('an unknown act is a fault', async () => {
      const session = open()
      session.driver.start()
      await isUp(session)
      expect(await session.driver.act('no such act', { kind: 'operator', name: 'operator' })).toMatchObject({ ok: false })
    })

    test('Test reports its findings step by step, changes nothing and stops on request', async () => {
      const before = await readdir(folder, { recursive: true })
      const steps = await collect(
        protocol.test({ workspacePath: folder, signal: new AbortController().signal, secret: secretOf(config) }, config),
      )
      expect(steps.length).toBeGreaterThan(0)
      for (const step of steps) expect(testStepSchema.safeParse(step)).toMatchObject({ success: true })
      expect(steps.map((step) => step.state)).not.toContain('failed')
      await collect(protocol.test({ workspacePath: folder, signal: AbortSignal.abort(), secret: secretOf(config) }, config))
      expect(await readdir(folder, { recursive: true })).toEqual(before)
    })

    test.skipIf(protocol.demo === undefined)(
      'the demo speaks on the real medium from another process and ends when it is told',
      async () => {
        const stage = await mkdtemp(path.join(folder, 'demo-')) // as when it is started: in an empty folder of its own
        const actor = protocol.demo?.(stage)
        if (actor === undefined) throw new Error('no demo')
        try {
          const [link] = (await actor.links?.('operator')) ?? []
          const session = open(undefined, stage, link === undefined ? config : protocol.config.parse(link.config))
          session.driver.start()
          // A program starts, and may play a whole session first.
          const timeout = 3 * inject('patienceMs')
          await vi.waitFor(() => expect(session.texts().length).toBeGreaterThan(3), { interval: 10, timeout })
          expect(actor.pid).not.toBe(process.pid)
        } finally {
          await actor.stop()
        }
        expect(() => process.kill(actor.pid ?? 0, 0)).toThrow(/ESRCH/)
      },
    )
  })
}

function openHandles(): string[] {
  return process.getActiveResourcesInfo().filter((kind) => handles.has(kind))
}

/** Open handles that were not in `before`. */
function leftOver(before: readonly string[]): string[] {
  const known = [...before]
  return openHandles().filter((kind) => {
    const at = known.indexOf(kind)
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}

function messageIds(session: Session): string[] {
  return session.events.filter((event) => event.body.kind === 'message').map((event) => event.wireId)
}

function messages(events: readonly NewEvent[]): { text: string; from: string; to: string[]; observers: string[] }[] {
  return events
    .map((event) => storedEvent(1, event.body))
    .filter(isMessage)
    .map((event) => event.body)
}

async function collect<T>(steps: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const step of steps) all.push(step)
  return all
}
