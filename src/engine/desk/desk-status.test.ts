import { expect, test } from 'vitest'
import type { Agent } from '../../core/agent.ts'
import type { Need } from '../../core/need.ts'
import { withDeskStatus } from './desk-status.ts'

function agent(id: string, status: Partial<Agent['status']> = {}): Agent {
  return {
    id,
    name: id.toUpperCase(),
    isOperator: id === 'me',
    hue: 1,
    names: [],
    status: { word: 'working', evidence: 'declared', said: 'running', ...status },
    sentToday: 0,
    sent: 0,
    unread: 0,
    activity: Array.from({ length: 24 }, () => 0),
  }
}

function need(who: string, source: Need['source'] = 'answer'): Need {
  return { id: who, source, band: 'rest', who, text: 'Which limit?', since: 5, blocks: [], change: 'new', event: 'e1' }
}

const debts = (id: string, awaitedAgent?: string) => ({
  id,
  owes: 0,
  overdue: 0,
  owed: 1,
  ...(awaitedAgent !== undefined && { awaitedAgent }),
})
const word = ({ status }: Agent): string => (status.on === undefined ? status.word : `${status.word} for ${status.on}`)

test('an agent that asked the operator needs you; one that waits for another is waiting for it, by its name', () => {
  const desk = { needs: [need('ada')], agents: [debts('ada', 'bob'), debts('bob', 'eve')] }
  const shown = withDeskStatus([agent('ada'), agent('bob', { word: 'idle' }), agent('eve'), agent('me')], desk)
  expect(shown.map(word)).toEqual(['needs you', 'waiting for EVE', 'working', 'working'])
  expect(shown[0]?.status).toMatchObject({ evidence: 'declared', said: 'Which limit?', since: 5, event: 'e1' })
})

test('an agent that waits for the operator says that it is the operator', () => {
  const [bob] = withDeskStatus([agent('bob', { word: 'idle' }), agent('me')], { needs: [], agents: [debts('bob', 'me')] })
  expect(bob?.status).toMatchObject({ word: 'waiting', on: 'ME', isOnOperator: true })
  const [eve] = withDeskStatus([agent('eve', { word: 'idle' }), agent('bob')], { needs: [], agents: [debts('eve', 'bob')] })
  expect(eve?.status.isOnOperator).toBeUndefined()
})

test('an agent that waits in its own terminal says so, with what it asks there', () => {
  const [shown] = withDeskStatus([agent('ada')], { needs: [need('ada', 'terminal')], agents: [] })
  expect(shown?.status).toMatchObject({ word: 'needs you', said: 'Waits in its terminal: Which limit?' })
})

test('the age of a wait is the age of what it waits for, not of what the agent reported before', () => {
  const desk = { needs: [], agents: [{ ...debts('bob', 'eve'), waitsSince: 3 }, debts('ada', 'eve')] }
  const [bob, ada] = withDeskStatus(
    [agent('bob', { word: 'idle', since: 9 }), agent('ada', { word: 'idle', since: 9 }), agent('eve')],
    desk,
  )
  expect([bob?.status.since, ada?.status.since]).toEqual([3, 9])
})

test('an agent that works is not waiting, whatever others owe it', () => {
  expect(withDeskStatus([agent('bob')], { needs: [], agents: [debts('bob', 'eve')] }).map(word)).toEqual(['working'])
})

test('what is lost or ended stays so, and what an agent only owes does not make it wait', () => {
  const desk = { needs: [need('ada'), need('eve', 'overdue')], agents: [debts('bob', 'eve')] }
  const shown = withDeskStatus([agent('ada', { word: 'lost' }), agent('bob', { word: 'ended' }), agent('eve')], desk)
  expect(shown.map(word)).toEqual(['lost', 'ended', 'working'])
})
