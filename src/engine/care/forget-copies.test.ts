import { expect, test } from 'vitest'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { tempJournal } from '../../../test/fakes/journal.ts'
import { openForgetCopies } from './forget-copies.ts'
import type { Services } from '../services.ts'

test('an unfinished removal is continued at the next start, and only for forgotten workspaces (F26)', async () => {
  const journal = tempJournal()
  const done: string[] = []
  let answer: Result<void> = fail('unavailable', 'No space.')
  const care = {
    forgetInCopies: (workspace: string, how: string) => {
      done.push(`${how} ${workspace}`)
      return Promise.resolve(answer)
    },
  } as Services['care']
  const open = () => openForgetCopies({ journal, care, log: () => undefined })
  const first = open()
  expect(first.plan('w', 'clean')).toMatchObject({ ok: true })
  first.plan('v', 'delete')
  journal.removeWorkspace('w')
  first.start()
  await Promise.resolve()
  expect(done).toEqual(['clean w'])
  answer = ok(undefined)
  const second = open()
  second.start()
  await new Promise(setImmediate)
  expect(done).toEqual(['clean w', 'clean w'])
  open().start()
  expect(done).toHaveLength(2)
})

test('a plan stays while its workspace is being forgotten, and a second call for it is refused (F26)', async () => {
  const journal = tempJournal()
  const done: string[] = []
  const forgetInCopies = (workspace: string, how: string) => {
    done.push(`${how} ${workspace}`)
    return Promise.resolve(ok(undefined))
  }
  const copies = openForgetCopies({ journal, care: { forgetInCopies } as Services['care'], log: () => undefined })
  copies.plan('w', 'clean')
  expect(copies.plan('w', 'keep')).toMatchObject({ fault: { code: 'conflict' } })
  copies.plan('v', 'delete')
  copies.finish('v')
  expect(done).toEqual([])
  journal.removeWorkspace('w')
  copies.finish('w')
  await new Promise(setImmediate)
  expect(done).toEqual(['clean w'])
  expect(copies.plan('v', 'delete')).toMatchObject({ ok: true })
})
