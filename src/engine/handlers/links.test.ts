import { expect, test } from 'vitest'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import { ok } from '../../core/fault.ts'

const engine = useOpenedEngine()
const { value, faultOf } = engine

test('only http and https, only if the shell can, and without a second question', async () => {
  expect(await faultOf('links.visit', { url: 'https://example.org/' })).toMatchObject({ code: 'unsupported' })
  const visited: string[] = []
  await engine.start({ openExternal: (_permit, url) => Promise.resolve((visited.push(url), ok(undefined))) })
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'https//x', 'ssh://x', ''])
    expect(await faultOf('links.visit', { url })).toMatchObject({ code: 'not-allowed' })
  await value('links.visit', { url: 'https://example.org/a b' })
  expect(visited).toEqual(['https://example.org/a%20b'])
})

test('are added, tested, acted upon, switched off and removed', async () => {
  const added = await value('links.add', { workspace: engine.workspace, protocol: 'fake', name: 'two', config: { room: 'two' } })
  expect(await value('links.test', { workspace: engine.workspace, protocol: 'fake', config: { room: 'x' } })).toMatchObject([
    { state: 'ok' },
  ])
  expect(await value('links.act', { link: added.id, act: 'wave' })).toEqual({ text: 'wave' })
  expect(await value('links.update', { link: added.id, name: 'three', config: { room: 'three' } })).toMatchObject({ name: 'three' })
  expect(await value('links.enable', { link: added.id, enabled: false })).toMatchObject({ enabled: false, status: { lamp: 'off' } })
  await value('links.remove', { link: added.id })
  expect(await faultOf('links.remove', { link: added.id })).toMatchObject({ code: 'not-found' })
})
