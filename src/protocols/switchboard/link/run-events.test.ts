import { expect, test } from 'vitest'
import { storedEvent } from '../../../../test/fakes/events.ts'
import { foldDebts } from '../../../core/fold/debts.ts'
import { switchboardActs } from '../pure/acts-of.ts'
import { parseState } from '../pure/state-file.ts'
import { AgentJournal } from './agent-journal.ts'

const run = { id: 'r1', name: 'accuracy', startedAt: '', startedBy: 'planner', done: [] }

function stateWith(phase: number | undefined, suspended: readonly object[] = []): ReturnType<typeof stateOf> {
  const session =
    phase === undefined
      ? { activeWorkflow: null, suspendedWorkflows: suspended.map(() => ({ workflow: 'accuracy' })), suspendedRuns: suspended }
      : { activeWorkflow: 'accuracy', activeWorkflowPhase: phase - 1, currentStep: phase - 1, workflowRun: { ...run, phase } }
  return stateOf({ session, chatAgents: { ada: { role: 'Researcher' }, ben: { role: 'tester' }, cy: { role: 'tester' } } })
}
function stateOf(given: object) {
  const parsed = parseState(JSON.stringify(given))
  if (!parsed.ok) throw new Error(parsed.fault.message)
  return parsed.value
}

test('a run is one task that moves with its phases, and ends with the last one, also after a restart (F27)', () => {
  let journal = new AgentJournal([])
  let at = 0
  const fold = foldDebts({ actsOf: (event) => switchboardActs(event, 'operator') })
  const read = (state: ReturnType<typeof stateOf>): number => {
    const events = journal.take(state, 'state.json', 1_000, () => false).filter(({ wireId }) => wireId.startsWith('workflow/'))
    for (const event of events) fold.apply(storedEvent(++at, event.body, event))
    return events.length
  }
  const shown = (): unknown[] => [...fold.open().values()].map(({ debtor, creditor, kind }) => [debtor, creditor, kind])
  expect([read(stateWith(1)), read(stateWith(1))]).toEqual([1, 0])
  expect(shown()).toEqual([['ada', 'planner', 'task']])
  expect(read(stateWith(2))).toBe(1)
  expect(shown()).toEqual([['lead', 'planner', 'task']])
  journal = new AgentJournal(journal.saved())
  expect(read(stateWith(undefined, [{ ...run, phase: 2 }]))).toBe(0)
  read(stateWith(4))
  expect(shown()).toEqual([['tester', 'planner', 'task']])
  read(stateWith(5))
  journal = new AgentJournal(journal.saved())
  expect([read(stateWith(undefined)), read(stateWith(undefined))]).toEqual([1, 0])
  expect([...fold.ended().values()]).toMatchObject([{ state: 'settled', asked: 1 }])
})

test('a run that is stopped before its last phase is withdrawn', () => {
  const journal = new AgentJournal([])
  const words = [stateWith(3), stateWith(undefined)].flatMap((state) =>
    journal
      .take(state, 'state.json', 1_000, () => false)
      .flatMap((event) => (event.wireId.startsWith('workflow/') ? switchboardActs(storedEvent(1, event.body, event), 'operator') : [])),
  )
  expect(words.map(({ act, by }) => [act, by])).toEqual([
    ['ask', 'planner'],
    ['cancel', 'planner'],
  ])
})

test('nothing is kept of agents that are gone and runs that ended, however many there were; who comes back is told again (F18)', () => {
  const journal = new AgentJournal([])
  const take = (given: object) => journal.take(stateOf(given), 'state.json', 1_000, () => false)
  const here = { chatAgents: { ada: { status: 'active', role: 'researcher' } } }
  for (let at = 0; at < 20; at++) {
    const session = { activeWorkflow: 'accuracy', activeWorkflowPhase: 0, currentStep: 0, workflowRun: { ...run, id: `r${at}`, phase: 1 } }
    const came = take({ session, chatAgents: { ...here.chatAgents, [`worker-${at}`]: { status: 'active' } } })
    expect(came.some(({ wireId }) => wireId.startsWith(`presence worker-${at}@`))).toBe(true)
    const left = take(here)
    expect(left.some(({ wireId }) => wireId.startsWith(`presence worker-${at}@`))).toBe(true)
    expect(left.some(({ wireId }) => wireId.startsWith(`workflow/r${at}/stopped`))).toBe(true)
    expect(take(here)).toEqual([])
  }
  expect(journal.saved().map(([key]) => key)).toEqual(expect.arrayContaining(['presence ada']))
  expect(journal.saved().length).toBeLessThan(4)
  expect(take({ chatAgents: { 'worker-3': { status: 'active' } } }).length).toBeGreaterThan(0)
})
