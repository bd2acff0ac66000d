import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../../test/fakes/journal.ts'
import { openStage } from './stage.ts'

const place = (folder: string, cast: readonly string[]) => ({ folder, cast, operator: 'operator', now: () => 0 })

test('actors write into mailboxes of the workspace alone, whatever their names are', async () => {
  const root = tempFolder()
  const folder = path.join(root, 'workspace')
  expect(() => openStage(place(folder, ['ada', '../../../../escape']))).toThrow()
  const stage = openStage(place(folder, ['ada']))
  const raw = { do: 'raw', link: 'sw', from: 'ada', text: 'x', id: '01', time: 1 } as const
  await expect(stage.play({ ...raw, to: ['../../../escape'] })).rejects.toThrow()
  expect(await stage.play({ ...raw, to: ['ada'] })).toBe('x')
  expect(readdirSync(root)).toEqual(['workspace'])
  expect(existsSync(path.join(folder, '.switchboard', 'inbox', 'ada', 'msg_1_01.json'))).toBe(true)
})

test('what is said to everybody is in every other mailbox', async () => {
  const folder = tempFolder()
  const stage = openStage(place(folder, ['ada', 'bo', 'cy']))
  await stage.play({ do: 'say', link: 'sw', from: 'ada', to: [], text: 'Hello.', id: '01', time: 1 })
  const inbox = (name: string): string[] => readdirSync(path.join(folder, '.switchboard', 'inbox', name))
  expect(['ada', 'bo', 'cy'].map((name) => inbox(name).length)).toEqual([0, 1, 1])
})
