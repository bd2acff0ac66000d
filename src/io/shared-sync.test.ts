import { expect, it } from 'vitest'
import { sharedSync } from './shared-sync.ts'

it('a sync covers only what was there when it began: those who ask later share the next one, even after a failure (F1)', async () => {
  const begun: PromiseWithResolvers<void>[] = []
  const sync = sharedSync(() => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  })
  const done: string[] = []
  const ask = (name: string): Promise<unknown> =>
    sync().then(
      () => done.push(name),
      () => done.push(`${name} failed`),
    )
  const first = ask('first')
  const later = [ask('second'), ask('third')]
  expect(begun).toHaveLength(1)
  begun[0]?.reject(new Error('the disk'))
  await first
  expect(done).toEqual(['first failed'])
  expect(begun).toHaveLength(2)
  const last = ask('fourth')
  begun[1]?.resolve()
  await Promise.all(later)
  expect(done).toEqual(['first failed', 'second', 'third'])
  begun[2]?.resolve()
  await last
  expect([done.at(-1), begun.length]).toEqual(['fourth', 3])
})
