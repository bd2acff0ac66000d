import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drop, tempFolder } from '../../../../test/fakes/session-home.ts'
import { hashOf } from '../workspace/read-file.ts'
import { HomeFolder } from './home-folder.ts'
import { placeHome } from './home-place.ts'
import { readReply } from './reply-file.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

it('a reply that is moved to its place while it is read is found', async () => {
  const home = tempFolder()
  mkdirSync(join(home, 'inbox/processed'), { recursive: true })
  drop(home, 'r.txt', 'Hello')
  const folder = new HomeFolder(valueOf(await placeHome(home, home)))
  const read = folder.read.bind(folder)
  const looks: string[] = []
  folder.read = async (name, most) => {
    const found = await read(name, most)
    looks.push(name)
    if (looks.length === 1) renameSync(join(home, 'inbox/r.txt'), join(home, 'inbox/processed/r.txt'))
    return found
  }
  const reply = { name: 'r.txt', file: 'inbox/processed/r.txt', hash: hashOf(Buffer.from('Hello')) }
  expect(await readReply({ folder }, reply)).toEqual({ ok: true, value: 'Hello' })
})
