import { vi } from 'vitest'
import { freeTextActs } from '../../src/core/acts/free-text.ts'
import { isMessage } from '../../src/core/event.ts'
import { openApprovals, type Approvals } from '../../src/engine/gate/approvals.ts'
import { openGate, type EngineGate } from '../../src/engine/gate/gate.ts'
import { openGrants, type Grants } from '../../src/engine/gate/grants.ts'
import { openRoom, type Room } from '../../src/engine/room.ts'
import { fakeProtocol, type FakeProtocol } from './protocol.ts'
import { testServices, testWorkspace, type TestServices } from './services.ts'

/** A workspace with one fake link whose messages are free text (`from>to: text`), and a clock that the test moves. */
export interface DeskRoom {
  readonly fake: FakeProtocol
  readonly services: TestServices
  readonly room: Room
  readonly gate: EngineGate
  readonly grants: Grants
  readonly approvals: Approvals
  /** How long everything seems to take by the steady clock, ms for each look at it. */
  slowness: number
  /** How often the number of needs changed. */
  readonly news: () => number
  /** A line appears in the medium. */
  say(line: string): void
  /** Time passes for both clocks and for timers, ms. */
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

const second = 1_000

/** Opens it with fake timers; `close` brings back the real ones. */
export async function deskRoom(): Promise<DeskRoom> {
  vi.useFakeTimers()
  const fake = fakeProtocol()
  fake.acts = (event) =>
    isMessage(event) ? freeTextActs({ by: event.body.from, to: event.body.to, text: event.body.text, ref: event.wireId }) : []
  let slowed = 0
  const services: TestServices = { ...(await testServices([fake])), steady: () => performance.now() + (slowed += desk.slowness) }
  let news = 0
  const desk: Omit<DeskRoom, 'room' | 'gate' | 'grants' | 'approvals'> = {
    fake,
    services,
    slowness: 0,
    news: () => news,
    say(line) {
      fake.medium.push(line)
      fake.drivers[0]?.read()
    },
    async pass(ms) {
      for (let left = ms; left > 0; left -= second) {
        const step = Math.min(second, left)
        services.advance(step)
        await vi.advanceTimersByTimeAsync(step)
      }
    },
    async close() {
      await room.close()
      approvals.close()
      vi.useRealTimers()
      services.close()
    },
  }
  services.journal.putWorkspace(testWorkspace)
  const grants = openGrants(services)
  const approvals = openApprovals(services, grants, () => undefined)
  const others = { needs: () => [], changed: (isNews: boolean) => void (isNews && news++) }
  const gate = openGate(services, grants, approvals)
  const room = openRoom(services, gate, approvals, testWorkspace, true, others)
  await desk.pass(second)
  return Object.assign(desk, { room, gate, grants, approvals })
}
