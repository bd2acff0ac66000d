import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { drop, openSessionHome, operator, runLoop, tempFolder } from '../../../../test/fakes/session-home.ts'
import { comeBack, Crash, crashEverywhere } from '../../../../test/suites/session-crash.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const id = '00000001'

it('after a crash each command has run at most once, and the interrupted one is named (F2)', async ({ annotate }) => {
  const { points, interrupted } = await crashEverywhere(3)
  expect([points > 8, interrupted > 1]).toEqual([true, true])
  await annotate(`${points} crash points of a round, ${interrupted} of them inside a command: none ran twice, none was lost`, 'F2')
})

it('a file accepted but not moved is moved after the crash, and not accepted again; dropping it again is another reply', async () => {
  const folder = tempFolder()
  const homePath = join(folder, '.codingagent')
  const first = await openSessionHome(folder)
  valueOf(await first.begin('Try it', undefined, operator))
  vi.spyOn(first.parts.folder, 'move').mockRejectedValue(new Crash('the process died here'))
  drop(homePath, 'r.txt', '[RUN_COMMAND]\necho first >> log\n[/RUN_COMMAND]\n')
  const dying = runLoop(first)
  await vi.waitFor(() => expect(first.parts.store.get(id)?.rounds.get(1)?.state).toBe('replied'))
  await dying.loop.stop()
  expect(existsSync(join(homePath, 'inbox/r.txt'))).toBe(true)

  const second = await openSessionHome(folder)
  const { loop, states } = runLoop(second)
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(0))
  expect(readdirSync(join(homePath, 'inbox'))).toEqual(['processed'])
  expect(readdirSync(join(homePath, 'inbox/processed'))).toEqual(['r.txt'])
  expect(valueOf(await second.round(id, 1))).toMatchObject({ state: 'replied', reply: { from: 'r.txt' } })

  drop(homePath, 'r.txt', '[MESSAGE]\nagain\n[/MESSAGE]\n')
  loop.kick()
  await vi.waitFor(() => expect(states.at(-1)?.waiting.map((each) => each.file)).toEqual(['r.txt']))
  valueOf(await second.apply(id, 1, { ...operator, gate: second.parts.services.gate }))
  loop.kick()
  await vi.waitFor(() => expect(readdirSync(join(homePath, 'inbox/processed')).toSorted()).toEqual(['r-2.txt', 'r.txt']))
  expect(second.parts.store.get(id)?.rounds.get(2)?.state).toBe('replied')
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('first\n')
})

it('on a full disk nothing new is started, and the round continues when there is room again (F2)', async () => {
  const folder = tempFolder()
  const home = await openSessionHome(folder)
  valueOf(await home.begin('Try it', undefined, operator))
  const blocks = ['first', 'second'].map((word) => `[RUN_COMMAND]\necho ${word} >> log\n[/RUN_COMMAND]\n`)
  valueOf(await home.paste(id, blocks.join(''), operator))
  const open = home.parts.folder.openLog.bind(home.parts.folder)
  const full = vi.spyOn(home.parts.folder, 'openLog').mockImplementation(async (permit, name) => {
    const log = valueOf(await open(permit, name))
    let added = 0
    return ok({ ...log, add: (text) => (added++ === 0 ? log.add(text) : Promise.resolve(fail('unavailable', 'The disk is full.'))) })
  })
  const apply = (): ReturnType<typeof home.apply> => home.apply(id, 1, { ...operator, gate: home.parts.services.gate })
  expect(await apply()).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('first\n')
  expect(valueOf(await home.round(id, 1)).state).toBe('interrupted')
  full.mockRestore()
  expect(valueOf(await apply()).plan?.rows.map((row) => row.result?.success)).toEqual([false, true])
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('first\nsecond\n')
})

it('the same file dropped again is a new reply, accepted once', async () => {
  const folder = tempFolder()
  const homePath = join(folder, '.codingagent')
  const home = await openSessionHome(folder)
  valueOf(await home.begin('Try it', undefined, operator))
  const { loop } = runLoop(home)
  for (const sequence of [1, 2]) {
    drop(homePath, 'r.txt', '[MESSAGE]\nthe same\n[/MESSAGE]\n')
    loop.kick()
    await vi.waitFor(() => expect(home.parts.store.get(id)?.rounds.get(sequence)?.state).toBe('replied'))
    valueOf(await home.apply(id, sequence, { ...operator, gate: home.parts.services.gate }))
  }
  expect(readdirSync(join(homePath, 'inbox'))).toEqual(['processed'])
  expect(readdirSync(join(homePath, 'inbox/processed')).toSorted()).toEqual(['r-2.txt', 'r.txt'])
  valueOf(await home.paste(id, 'one\n', operator))
  valueOf(await home.discard(id, 3, 1, operator))
  valueOf(await home.paste(id, 'one\n', operator))
  expect(readdirSync(join(homePath, 'inbox'))).toEqual(['processed'])
})

it('one damaged session file does not affect the others', async () => {
  const folder = tempFolder()
  const first = await openSessionHome(folder)
  for (const task of ['one', 'two', 'three']) valueOf(await first.begin(task, undefined, operator))
  first.parts.folder.release()
  const sessions = join(folder, '.codingagent/sessions')
  writeFileSync(join(sessions, '00000001.json'), '{"sessionId": "00000001", torn')
  writeFileSync(join(sessions, '00000002/round-0001.json'), 'null')
  appendFileSync(join(sessions, '00000003/settings.json'), '}')
  mkdirSync(join(sessions, 'deadbeef.json'))
  const again = await comeBack(folder)
  expect(
    again.parts.store
      .damaged()
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(['sessions/00000001.json', 'sessions/00000002/round-0001.json', 'sessions/00000003/settings.json', 'sessions/deadbeef.json'])
  expect(again.parts.store.get('00000003')).toMatchObject({ file: { task: 'three' }, settings: { mode: 'ask' } })
  expect(valueOf(await again.paste('00000003', '[MESSAGE]\nhi\n[/MESSAGE]', operator)).state).toBe('replied')
})

it('a step that was being recorded when the process died has not started', async () => {
  const folder = tempFolder()
  const first = await openSessionHome(folder)
  valueOf(await first.begin('Try it', undefined, operator))
  valueOf(
    await first.paste(id, '[RUN_COMMAND]\necho first >> log\n[/RUN_COMMAND]\n[RUN_COMMAND]\necho second >> log\n[/RUN_COMMAND]', operator),
  )
  vi.spyOn(first.parts.store, 'putFile').mockRejectedValue(new Crash('the process died here'))
  await expect(first.apply(id, 1, { ...operator, gate: first.parts.services.gate })).rejects.toThrow(Crash)
  first.parts.folder.release()
  // As if it had died before the second command: its line is incomplete.
  const sessions = join(folder, '.codingagent/sessions', id)
  const record = JSON.parse(readFileSync(join(sessions, 'round-0001.json'), 'utf8')) as { run: { finished?: object; steps: object[] } }
  const [done] = record.run.steps
  const { finished: _finished, ...run } = record.run
  writeFileSync(join(sessions, 'round-0001.json'), JSON.stringify({ ...record, run: { ...run, steps: [] } }))
  writeFileSync(join(sessions, 'round-0001.steps'), `${JSON.stringify(done)}\n{"index":2,"type":"RUN_COMM`)
  writeFileSync(join(folder, 'log'), 'first\n')

  const again = await comeBack(folder)
  const round = valueOf(await again.apply(id, 1, { ...operator, gate: again.parts.services.gate }))
  expect(round.plan?.rows.map((row) => row.result?.success)).toEqual([true, true])
  expect(round.interrupted).toBeUndefined()
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('first\nsecond\n')
  expect(existsSync(join(sessions, 'round-0001.steps'))).toBe(false)
})
