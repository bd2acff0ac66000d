import { setTimeout as sleep } from 'node:timers/promises'
import { fakeProtocol } from '../test/fakes/protocol.ts'
import { testServices, testWorkspace } from '../test/fakes/services.ts'
import { isMessage } from '../src/core/event.ts'
import { openApprovals } from '../src/engine/gate/approvals.ts'
import { openGate } from '../src/engine/gate/gate.ts'
import { openGrants } from '../src/engine/gate/grants.ts'
import { openRoom } from '../src/engine/room.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const debts = 60
/** Apart by more than the lists' period, so that each has its own look. */
const apartMs = 300
const perLoad = 50
const loadMs = 50

/** How long after its limit a debt of somebody else is pushed to a page as a row of *Needs me*: at rest, and while 1,000 messages a second come in. */
export async function dueBench(): Promise<BenchRow[]> {
  const rest = await delays(false)
  const load = await delays(true)
  return [
    { name: 'limit over → row pushed, at rest, p99', value: percentile(rest, 99), unit: 'ms', goal: '< 100' },
    {
      name: 'limit over → row pushed, 1,000 messages a second, p99',
      value: percentile(load, 99),
      unit: 'ms',
      against: `at rest, ${Math.round(percentile(rest, 99))} ms`,
      ratio: percentile(load, 99) / Math.max(1, percentile(rest, 99)),
      goal: '< 350',
    },
  ]
}

async function delays(isLoaded: boolean): Promise<number[]> {
  const fake = fakeProtocol()
  fake.acts = (event) => {
    const due = isMessage(event) ? /^due (\d+)$/.exec(event.body.text)?.[1] : undefined
    return due === undefined || !isMessage(event)
      ? []
      : [
          {
            act: 'ask',
            kind: 'task',
            by: event.body.from,
            to: event.body.to,
            about: { ref: event.wireId },
            evidence: 'declared',
            due: Number(due),
            text: `task ${event.wireId}`,
          },
        ]
  }
  const services = { ...(await testServices([fake])), now: () => Date.now() }
  services.journal.putWorkspace(testWorkspace)
  const grants = openGrants(services)
  const approvals = openApprovals(services, grants, () => undefined)
  const room = openRoom(services, openGate(services, grants, approvals), approvals, testWorkspace, true, {
    needs: () => [],
    changed: () => {},
  })
  const seen = new Map<number, number>()
  room.hub.follow({ workspace: testWorkspace.id }, (push) => {
    if (push.type === 'state')
      for (const { row } of push.desk.needs) if (row?.debt.due !== undefined && !seen.has(row.debt.due)) seen.set(row.debt.due, Date.now())
    return true
  })
  await sleep(500)
  const first = Date.now() + 5_000
  const moments = Array.from({ length: debts }, (_, at) => first + at * apartMs)
  fake.medium.push(...moments.map((due, at) => `lead>agent-${at}: due ${due}`))
  fake.drivers[0]?.read()
  let said = 0
  while (Date.now() < first + (debts + 4) * apartMs) {
    await sleep(loadMs)
    if (!isLoaded) continue
    fake.medium.push(...Array.from({ length: perLoad }, () => `coder>tester: line ${said++} of the log`))
    fake.drivers[0]?.read()
  }
  await room.close()
  services.close()
  return moments.map((due) => (seen.get(due) ?? Infinity) - due)
}
