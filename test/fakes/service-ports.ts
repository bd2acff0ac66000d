import { fail, ok } from '../../src/core/fault.ts'
import type { Result } from '../../src/core/fault.ts'
import { registrationsInMemory } from '../../src/protocols/switchboard/cli/no-operator.ts'
import type { ServicePorts, RegistrationPort, TerminalAnswer, TerminalRequest } from '../../src/protocols/switchboard/service/ports.ts'
import type { HeldExecute } from '../../src/protocols/switchboard/pure/registration.ts'
import type { SharedState } from '../../src/protocols/switchboard/files/shared-state.ts'
import { checkSize, emptyState, formatState, parseState } from '../../src/protocols/switchboard/pure/state-file.ts'
import type { SwitchboardState } from '../../src/protocols/switchboard/pure/state-file.ts'
import { memoryMail } from './mailboxes.ts'
import type { MemoryMail } from './mailboxes.ts'

/** state.json in memory, stored as text like on disk. */
export function memoryState(text = formatState(emptyState)): SharedState & { now(): SwitchboardState } {
  const parsed = parseState(text)
  if (!parsed.ok) throw new Error(parsed.fault.message)
  let state = parsed.value
  return {
    now: () => state,
    read: () => Promise.resolve(ok(state)),
    update(change, most) {
      const next = change(state)
      if (!next.ok) return Promise.resolve(next)
      const fits = checkSize(next.value, formatState(next.value), most)
      if (!fits.ok) return Promise.resolve(fits)
      const written = parseState(formatState({ ...next.value, version: state.version + 1 }))
      if (written.ok) state = written.value
      return Promise.resolve(written)
    },
  }
}

/** A question about a name or a role, answered by a test. */
export interface AskedClaim {
  readonly request: Parameters<RegistrationPort['ask']>[0]
  answer(result: Result<void>): void
}

/** Registrations in memory, which a second service on the same ports finds again. */
export interface FakeRegistrations extends RegistrationPort {
  readonly claims: AskedClaim[]
  /** Ids of registrations with a standing approval. */
  readonly standing: Set<string>
  readonly left: string[]
}

function fakeRegistrations(): FakeRegistrations {
  const claims: AskedClaim[] = []
  const standing = new Set<string>()
  const left: string[] = []
  return {
    ...registrationsInMemory(),
    stands: (id) => standing.has(id),
    leave: (id) => void left.push(id),
    ask: (request) =>
      new Promise((resolve) => {
        claims.push({ request, answer: resolve })
        request.signal?.addEventListener('abort', () => resolve(fail('cancelled', 'The question was withdrawn.')))
      }),
    claims,
    standing,
    left,
  }
}

/** A question to the operator, answered by a test. */
export interface Asked {
  readonly request: TerminalRequest
  /** Types the text and returns this output. */
  allow(answer: TerminalAnswer): void
  refuse(result: Result<never>): void
}

export interface FakePorts extends ServicePorts {
  readonly mailboxes: MemoryMail
  readonly state: ReturnType<typeof memoryState>
  readonly asked: Asked[]
  /** What reached a terminal. */
  readonly typed: string[]
  readonly heldNow: Map<string, HeldExecute>
  readonly registrations: FakeRegistrations
  readonly copied: string[]
  readonly clock: { ms: number }
  readonly logged: string[]
  /** Ids of messages with an unproven sender. */
  readonly claims: Set<string>
}

/** Everything that a service needs, in memory. The keys of `files` are files of the workspace. */
export function fakePorts(files: Readonly<Record<string, string>> = {}, more: Partial<ServicePorts> = {}): FakePorts {
  const clock = { ms: Date.UTC(2026, 0, 1) }
  const now = (): number => clock.ms
  const asked: Asked[] = []
  const typed: string[] = []
  const heldNow = new Map<string, HeldExecute>()
  const copied: string[] = []
  const logged: string[] = []
  const claims = new Set<string>()
  let secrets = 0
  let ids = 0
  return {
    mailboxes: memoryMail(now),
    state: memoryState(),
    workspace: {
      checkFile: (path) => Promise.resolve(Object.hasOwn(files, path) ? ok(undefined) : fail('not-found', 'no such file')),
      readText: (path) => Promise.resolve(Object.hasOwn(files, path) ? ok(files[path] ?? '') : fail('not-found', 'no such file')),
    },
    terminals: {
      run: (request) =>
        new Promise((resolve) => {
          const allow = async (answer: TerminalAnswer): Promise<void> => {
            const started = await request.started()
            if (!started.ok) return resolve(started)
            typed.push(request.text)
            resolve(ok(answer))
          }
          asked.push({ request, allow: (answer) => void allow(answer), refuse: resolve })
          request.signal?.addEventListener('abort', () => resolve(fail('cancelled', 'The question was withdrawn.')))
        }),
    },
    held: {
      list: () => Promise.resolve(ok([...heldNow.values()])),
      put: (held) => Promise.resolve(ok(void heldNow.set(held.message.id, held))),
      remove: (id) => Promise.resolve(ok(void heldNow.delete(id))),
    },
    trust: ({ message }) =>
      Promise.resolve(claims.has(message.id) ? { isClaim: true, doubts: ['not proven'] } : { isClaim: false, doubts: [] }),
    registrations: fakeRegistrations(),
    clipboard: { offer: ({ text }) => Promise.resolve(ok(void copied.push(text))) },
    personas: () => [],
    operator: () => 'operator',
    now,
    newSecret: () => `secret-${++secrets}`,
    hash: (secret) => `hash of ${secret}`,
    random: (length) => String(++ids).padStart(length, '0'),
    log: (message) => void logged.push(message),
    ...more,
    asked,
    typed,
    heldNow,
    copied,
    clock,
    logged,
    claims,
  } as FakePorts
}
