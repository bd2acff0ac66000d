import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { drop, openDesk, operator, runLoop, tempFolder, valueOf } from '../../../../test/fakes/session-home.ts'
import { comeBack, Crash, crashEverywhere } from '../../../../test/suites/session-crash.ts'

const id = '00000001'

it('after a crash each command has run at most once, and the one that was interrupted is named (F2)', async ({ annotate }) => {
  const { points, interrupted } = await crashEverywhere(3)
  expect([points > 8, interrupted > 1]).toEqual([true, true])
  await annotate(`${points} crash points of a round, ${interrupted} of them inside a command: none ran twice, none was lost`, 'F2')
}, 60_000)

it('a file that was taken and not moved is moved after the crash, and not taken again; one dropped again is another', async () => {
  const folder = tempFolder()
  const home = join(folder, '.codingagent')
  const first = await openDesk(folder)
  valueOf(await first.begin('Try it', undefined, operator))
  vi.spyOn(first.parts.folder, 'move').mockRejectedValue(new Crash('the process died here'))
  drop(home, 'r.txt', '[RUN_COMMAND]\necho first >> log\n[/RUN_COMMAND]\n')
  const dying = runLoop(first)
  await vi.waitFor(() => expect(first.parts.store.get(id)?.rounds.get(1)?.state).toBe('replied'), { timeout: 5_000 })
  await dying.loop.stop()
  expect(existsSync(join(home, 'inbox/r.txt'))).toBe(true)

  const second = await openDesk(folder)
  const { loop, states } = runLoop(second)
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(0))
  expect(readdirSync(join(home, 'inbox'))).toEqual(['processed'])
  expect(readdirSync(join(home, 'inbox/processed'))).toEqual(['r.txt'])
  expect(valueOf(await second.round(id, 1))).toMatchObject({ state: 'replied', reply: { from: 'r.txt' } })

  drop(home, 'r.txt', '[MESSAGE]\nagain\n[/MESSAGE]\n')
  loop.kick()
  await vi.waitFor(() => expect(states.at(-1)?.waiting.map((each) => each.file)).toEqual(['r.txt']), { timeout: 5_000 })
  valueOf(await second.apply(id, 1, { ...operator, gate: second.parts.world.gate }))
  loop.kick()
  await vi.waitFor(() => expect(second.parts.store.get(id)?.rounds.get(2)?.state).toBe('replied'), { timeout: 5_000 })
  expect(readdirSync(join(home, 'inbox/processed')).toSorted()).toEqual(['r-2.txt', 'r.txt'])
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('first\n')
})

it('one damaged session file harms no other', async () => {
  const folder = tempFolder()
  const first = await openDesk(folder)
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
