import { expect, onTestFinished, test } from 'vitest'
import { boss, startIrcLink, type RunningLink } from '../../../test/fakes/irc-link.ts'
import { faultyIrcd } from '../../../test/fakes/ircd.ts'
import { until } from '../../../test/fakes/until.ts'

/** A link with one task in *Proposed*, and the envelopes about it that the server has got. */
async function withTask(): Promise<{ link: RunningLink; task: string; sent(): number }> {
  const ircd = await faultyIrcd()
  onTestFinished(() => ircd.close())
  const link = startIrcLink(ircd.port)
  onTestFinished(() => link.link.stop())
  await link.isUp()
  const { id } = await link.call('create', { title: 'Fix it', place: '#general' })
  await until(async () => expect(await link.board()).toEqual(['proposed: Fix it (-)']))
  return { link, task: id, sent: () => ircd.lines.filter(({ line }) => /"type":"task\.(?:update|complete)"/.test(line)).length }
}

test('of two moves of one card at the same moment, the second is refused with the reason', async () => {
  const { link, task, sent } = await withTask()
  const from = ['proposed']
  const both = await Promise.all(['review', 'waiting'].map((column) => link.link.call('move', { task, column, from }, { actor: boss })))
  expect(both).toMatchObject([{ ok: true }, { ok: false, fault: { code: 'conflict', message: expect.stringContaining('is being sent') } }])
  await until(async () => expect(await link.board()).toEqual(['review: Fix it (-)']))
  expect(sent()).toBe(1)
})

test('a move of a card that is no longer where its window saw it, or put it, is refused with the reason', async () => {
  const { link, task, sent } = await withTask()
  const move = (column: string, from: readonly string[]): Promise<unknown> =>
    link.link.call('move', { task, column, from }, { actor: boss })
  expect(await move('review', ['proposed'])).toMatchObject({ ok: true })
  for (const column of ['waiting', 'review'])
    expect(await move(column, ['proposed'])).toMatchObject({
      ok: false,
      fault: { code: 'conflict', message: expect.stringMatching(/^The task was moved to Review meanwhile, .*Nothing was sent\.$/) },
    })
  expect(await move('done', ['proposed', 'review'])).toMatchObject({ ok: true })
  expect(await move('working', ['proposed', 'review'])).toMatchObject({
    ok: false,
    fault: { code: 'conflict', message: expect.stringContaining('was completed meanwhile') },
  })
  expect(sent()).toBe(2)
})

test('of two acts on one task at the same moment, the second is refused', async () => {
  const { link, task, sent } = await withTask()
  const acts = ['coder', 'tester'].map((assignee) => ({ task, assignee }))
  const ids = await Promise.all(acts.map((act) => link.call('preview', { act: { kind: 'assign', ...act } })))
  const both = await Promise.all(acts.map((act, at) => link.link.call('assign', { ...act, id: ids[at]?.id }, { actor: boss })))
  expect(both).toMatchObject([{ ok: true }, { ok: false, fault: { code: 'conflict' } }])
  await until(async () => expect(await link.board()).toEqual(['assigned: Fix it (coder)']))
  expect(sent()).toBe(1)
})
