import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drop, tempFolder } from '../../../../test/fakes/session-home.ts'
import { HomeFolder } from './home-folder.ts'
import { placeHome } from './home-place.ts'
import { Inbox, settleMs } from './inbox.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

async function inboxIn(
  home: string,
): Promise<{ readonly look: () => Promise<readonly [readonly string[], number]>; pass(ms: number): void }> {
  mkdirSync(join(home, 'inbox/processed'), { recursive: true })
  let elapsed = 0
  const inbox = new Inbox(new HomeFolder(valueOf(await placeHome(home, home))), () => elapsed)
  return {
    async look() {
      const { ready, settling } = valueOf(await inbox.look())
      return [ready, settling]
    },
    pass: (ms) => void (elapsed += ms),
  }
}

it('a file is complete when it has not changed for a second, whatever its own time says', async () => {
  const home = tempFolder()
  const { look, pass } = await inboxIn(home)
  const file = join(home, 'inbox/r.txt')
  writeFileSync(file, '[MESSAGE]\n')
  expect(await look()).toEqual([[], 1])
  pass(settleMs - 1)
  appendFileSync(file, 'more\n')
  expect(await look()).toEqual([[], 1])
  pass(settleMs - 1)
  expect(await look()).toEqual([[], 1])
  pass(1)
  expect(await look()).toEqual([['r.txt'], 0])
})

it('a file that arrived by a rename is complete immediately; the oldest contents come first; other names and links are ignored', async () => {
  const home = tempFolder()
  const { look } = await inboxIn(home)
  drop(home, 'z.txt', '1')
  drop(home, 'A.TXT', '2')
  drop(home, 'b.txt.tmp', '3')
  drop(home, 'notes.md', '4')
  mkdirSync(join(home, 'inbox/folder.txt'))
  symlinkSync('z.txt', join(home, 'inbox/link.txt'))
  expect(await look()).toEqual([['z.txt', 'A.TXT'], 0])
})
