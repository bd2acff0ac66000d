import { afterEach, beforeEach, expect, test } from 'vitest'
import { deskRoom, type DeskRoom } from '../../../test/fakes/desk-room.ts'
import { ok } from '../../core/fault.ts'

let desk: DeskRoom

beforeEach(async () => {
  desk = await deskRoom()
})
afterEach(() => desk.close())

/** Who the rows of *Needs me* say is waiting for an approval. */
function askers(): readonly string[] {
  return desk.room.desk.needs().flatMap(({ source, who }) => (source === 'approve' ? [who] : []))
}

function ask(name: string, source?: string): void {
  const gate = source === undefined ? desk.gate : desk.gate.forLink('w', source)
  const effect = { kind: 'spawn', target: 'npm', exact: 'npm test' } as const
  const request = { actor: { kind: 'agent', name }, effect, question: `${name} asks to run a command`, workspace: 'w' } as const
  void gate.perform(request, () => Promise.resolve(ok('ran')))
}

function join(name: string, agent: string | undefined): void {
  const source = desk.room.links.list()[0]?.id ?? ''
  desk.room.folds.alias(`${source}|${name}`, agent)
  desk.room.desk.renamed()
}

test('an approval is of the agent whose names were joined, whichever of them it asks under (F27)', async () => {
  desk.say('coder>tester: hello')
  join('coder', 'builder')
  ask('coder (Fake)', desk.room.links.list()[0]?.id)
  await desk.pass(1_000)
  expect(askers()).toEqual(['builder'])
  join('coder', undefined)
  expect(askers()).toEqual(['coder'])
})

test('so it is without a link, as from a terminal, where that name is one agent on all links that know it (F27)', async () => {
  desk.say('coder>tester: hello')
  ask('coder')
  ask('stranger')
  await desk.pass(1_000)
  expect(askers().toSorted()).toEqual(['coder', 'stranger'])
  join('coder', 'builder')
  expect(askers().toSorted()).toEqual(['builder', 'stranger'])
})
