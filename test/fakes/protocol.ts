import { z } from 'zod'
import type { Actor } from '../../src/core/approval.ts'
import type { NewEvent } from '../../src/core/event.ts'
import { fail, ok, type Result } from '../../src/core/fault.ts'
import type { LinkContext, LinkDriver, Protocol } from '../../src/core/protocol.ts'

/** A protocol without a medium: the test is the medium. Wire form: `from>to: text`. */
export interface FakeProtocol extends Omit<Protocol, 'acts' | 'deskDraft'> {
  /** What its messages do to debts; nothing, unless a test says otherwise. */
  acts: Protocol['acts']
  deskDraft: Protocol['deskDraft']
  /** Drivers that were made, oldest first. */
  readonly drivers: FakeDriver[]
  /** How `send` behaves: reads its bytes back, stays silent, returns a fault, or never returns. */
  sending: 'echo' | 'silent' | 'fail' | 'hang'
  /** Contents of the medium: a driver that starts reads from its saved position to the end. */
  readonly medium: string[]
  /** A driver reports `up` by itself after reading; otherwise the test calls `up`. */
  isUpByItself: boolean
  /** Number of `openLink` calls that throw before one succeeds. */
  failures: number
}

/** One driver of the fake. */
export interface FakeDriver extends LinkDriver {
  readonly context: LinkContext
  readonly secret: (field: string) => Promise<string | undefined>
  isRunning: boolean
  /** Stores lines of the medium that this driver has not read. */
  read(): void
  up(): void
}

const shape = /^([^>]+)>([^:]+): ([\s\S]+)$/

/** The event of one line of the medium; a line of another shape is a comment. */
export function fakeEvent(line: string, number: number): NewEvent {
  const parts = shape.exec(line)
  const raw = { text: line, anchor: { label: `fake:${number}`, path: 'fake.txt', line: number } }
  const wireId = `${number}`
  if (parts === null) return { wireId, raw, body: { kind: 'comment', text: line } }
  const [, from = '', to = '', text = ''] = parts
  const conversation = [from, to].toSorted().join('⇄')
  return { wireId, raw, body: { kind: 'message', conversation, from, to: [to], observers: [], text } }
}

/** Makes a fake protocol with an empty medium. */
export function fakeProtocol(id = 'fake'): FakeProtocol {
  const fake: FakeProtocol = {
    drivers: [],
    sending: 'echo',
    medium: [],
    isUpByItself: true,
    failures: 0,
    info: {
      id,
      chip: 'FA',
      title: 'fake',
      blurb: 'Nothing but memory.',
      needs: 'account',
      promise: 'keeps what it is told',
      addLabel: 'Add a fake',
      fields: [
        { name: 'room', label: 'Room', kind: 'text' },
        { name: 'token', label: 'Token', kind: 'secret', boundTo: ['room'] },
      ],
      acts: [{ id: 'wave', label: 'Wave' }],
      lintRules: 1,
    },
    config: z.object({ room: z.string().min(1, 'The room is missing.'), token: z.string().default('') }).strict(),
    secretFields: ['token'],
    defaultLinks: () => [{ name: 'fake room', config: { room: 'one' } }],
    place: (config) => String(config['room']),
    openLink: (context) => {
      if (fake.failures > 0) {
        fake.failures--
        throw new Error('no medium')
      }
      const driver = fakeDriver(fake, context)
      fake.drivers.push(driver)
      return driver
    },
    async *test() {
      yield { name: 'there', state: 'ok', text: 'it is' }
    },
    format: (draft) => {
      if (!/^[a-z-]+$/.test(draft.from)) return fail('invalid', 'Only small letters.', { field: 'from' })
      const wire = `${draft.from}>${draft.to[0] ?? ''}: ${draft.text}\n`
      return ok({ wire, bytes: wire.length, limit: 1_000 })
    },
    reply: (event, me) => ({ from: me, to: [event.body.from], observers: [], text: '', replyTo: event.id }),
    acknowledge: (event, me, text) => ({ from: me, to: [event.body.from], observers: [], text: text ?? 'received' }),
    acts: () => [],
    ledger: () => [],
    deskDraft: () => fail('unsupported', 'The fake protocol has no words for this.'),
    lint: (text) => (text.includes('bad') ? [{ rule: 'FA001', line: 1, severity: 'error', message: 'bad' }] : []),
    isForged: () => false,
    demo: () => ({ pid: undefined, stop: () => Promise.resolve() }),
  }
  return fake
}

function fakeDriver(fake: FakeProtocol, context: LinkContext): FakeDriver {
  const saved = z.int().safeParse(context.saved)
  let place = saved.success ? saved.data : 0
  const driver: FakeDriver = {
    context,
    secret: (field) => context.secret(field),
    isRunning: false,
    start() {
      driver.isRunning = true
      driver.read()
      if (fake.isUpByItself) driver.up()
    },
    stop() {
      driver.isRunning = false
      return Promise.resolve()
    },
    read() {
      const events = fake.medium.slice(place).map((line, at) => fakeEvent(line, place + at + 1))
      place = fake.medium.length
      context.emit(events, place)
    },
    up: () => context.status({ lamp: 'up', text: 'read to the end' }),
    send: (wire, actor) => sendFake(fake, driver, wire, actor),
    act: (act) => Promise.resolve(ok({ text: act })),
  }
  return driver
}

function sendFake(fake: FakeProtocol, driver: FakeDriver, wire: string, actor: Actor): Promise<Result<void>> {
  const effect = { kind: 'append', target: 'fake.txt', exact: wire } as const
  return driver.context.gate.perform({ actor, effect, question: 'Write this?' }, async () => {
    if (fake.sending === 'hang') return new Promise<Result<void>>(() => undefined)
    if (fake.sending === 'fail') return fail('unavailable', 'The medium is full.')
    fake.medium.push(wire.trimEnd())
    if (fake.sending === 'echo') driver.read()
    return ok(undefined)
  })
}
