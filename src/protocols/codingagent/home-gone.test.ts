import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tempFolder } from '../../../test/fakes/session-home.ts'
import { begin, seen, useHomeLinks } from '../../../test/fakes/home-link.ts'

const { open } = useHomeLinks()

it('a session home that was there and is gone is not up, and is again when it is back', async () => {
  const folder = tempFolder()
  const run = await open(folder)
  expect(run.lamp()).toMatchObject({ lamp: 'up', count: { value: 0 } })
  const session = await begin(run)
  await seen(() => expect(run.lamp()).toMatchObject({ lamp: 'up', count: { value: 1 } }))
  const gone = async (): Promise<void> => {
    run.driver.halt?.changed?.()
    await seen(() => expect(run.lamp()).toMatchObject({ lamp: 'down', reason: { code: 'not-found' } }))
  }
  const back = async (): Promise<void> => {
    run.driver.halt?.changed?.()
    await seen(() => expect(run.lamp()).toMatchObject({ lamp: 'up', count: { value: 1 } }))
    expect(run.view().sessions.map(({ id }) => id)).toEqual([session])
  }
  renameSync(run.home, `${run.home}-aside`)
  await gone()
  mkdirSync(run.home)
  await gone()
  rmSync(run.home, { recursive: true })
  renameSync(`${run.home}-aside`, run.home)
  await back()
  renameSync(folder, `${folder}-aside`)
  await gone()
  renameSync(`${folder}-aside`, folder)
  await back()
  renameSync(run.home, `${run.home}-aside`)
  writeFileSync(run.home, 'a file in its place')
  run.driver.halt?.changed?.()
  await seen(() => expect(run.lamp()).toMatchObject({ lamp: 'down' }))
})
