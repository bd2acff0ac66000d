import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSessionHome, operator, tempFolder } from '../../../../test/fakes/session-home.ts'
import { hashOf } from '../workspace/read-file.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const id = '00000001'

it('snapshots needed for a rollback stay, the others are deleted with the next round', async () => {
  const folder = tempFolder()
  const home = await openSessionHome(folder)
  writeFileSync(join(folder, 'a.txt'), 'first\n')
  valueOf(await home.begin('Try it', undefined, operator))
  const stray = hashOf('stray')
  const objects = join(folder, '.codingagent/sessions/objects')
  mkdirSync(join(objects, stray.slice(0, 2)), { recursive: true })
  writeFileSync(join(objects, stray.slice(0, 2), stray.slice(2)), 'stray')
  for (const round of [1, 2]) {
    valueOf(await home.paste(id, `[CREATE_FILE path="a.txt"]\nround ${round}\n[/CREATE_FILE]\n`, operator))
    valueOf(await home.apply(id, round, { ...operator, gate: home.parts.services.gate }))
    expect(existsSync(join(objects, stray.slice(0, 2), stray.slice(2)))).toBe(false)
  }
  for (const [round, text] of [
    [2, 'round 1\n'],
    [1, 'first\n'],
  ] as const) {
    valueOf(await home.rollBack(id, round, operator))
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(text)
  }
})
