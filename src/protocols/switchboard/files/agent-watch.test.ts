import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FolderWatch } from '../../../io/watch-folder.ts'
import { AgentWatch } from './agent-watch.ts'

let root = ''
let watch: AgentWatch
/** `name file`, with a `-` before those that are gone. */
let seen: string[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-agents-'))
  seen = []
  watch = new AgentWatch({
    root,
    kind: 'inbox',
    poll: true,
    sweepMs: 20,
    isShown: () => true,
    changed: (folder, changes) => {
      seen.push(...changes.map(({ name, gone }) => `${gone ? '-' : ''}${folder} ${name}`))
      return Promise.resolve([])
    },
    appeared: () => undefined,
    problem: () => undefined,
    ready: () => undefined,
    log: () => undefined,
  })
  watch.start()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await watch.stop()
  rmSync(root, { recursive: true, force: true })
})

const folderOf = (agent: string): string => join(root, '.switchboard', 'inbox', agent)
function come(agent: string): void {
  mkdirSync(folderOf(agent), { recursive: true })
  writeFileSync(join(folderOf(agent), 'a.json'), '{}')
}
const leave = (agent: string): void => rmSync(folderOf(agent), { recursive: true })

it('leaves the folders of agents that are gone, once their files are reported, and finds those that return', async () => {
  const stopped = vi.spyOn(FolderWatch.prototype, 'stop')
  const names = Array.from({ length: 30 }, (_, at) => `visitor-${at}`)
  come('coder')
  for (const name of names) come(name)
  await vi.waitFor(() => expect(seen).toHaveLength(31))
  for (const name of names) leave(name)
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(30))
  expect(seen.slice(31).toSorted()).toEqual(names.map((name) => `-${name} a.json`).toSorted())
  come('visitor-7')
  await vi.waitFor(() => expect(seen.at(-1)).toBe('visitor-7 a.json'))
  leave('coder')
  await vi.waitFor(() => expect(seen.at(-1)).toBe('-coder a.json'))
})

it('keeps the folder of an agent that is gone as long as this process writes a file there', async () => {
  const stopped = vi.spyOn(FolderWatch.prototype, 'stop')
  come('coder')
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  const own = watch.of('coder')
  own.writing('b.json')
  leave('coder')
  await vi.waitFor(() => expect(seen.at(-1)).toBe('-coder a.json'))
  expect(watch.of('coder')).toBe(own)
  expect(stopped).not.toHaveBeenCalled()
  await own.wrote('b.json', false)
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(1))
})
