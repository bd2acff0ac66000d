import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDesk, operator, tempFolder, valueOf } from '../../../../test/fakes/session-home.ts'
import { hashOf } from '../workspace/read-file.ts'

const id = '00000001'

it('what a round needs to be rolled back stays, what none needs goes with the next round', async () => {
  const folder = tempFolder()
  const desk = await openDesk(folder)
  writeFileSync(join(folder, 'a.txt'), 'first\n')
  valueOf(await desk.begin('Try it', undefined, operator))
  const stray = hashOf('stray')
  const objects = join(folder, '.codingagent/sessions/objects')
  mkdirSync(join(objects, stray.slice(0, 2)), { recursive: true })
  writeFileSync(join(objects, stray.slice(0, 2), stray.slice(2)), 'stray')
  for (const round of [1, 2]) {
    valueOf(await desk.paste(id, `[CREATE_FILE path="a.txt"]\nround ${round}\n[/CREATE_FILE]\n`, operator))
    valueOf(await desk.apply(id, round, { ...operator, gate: desk.parts.world.gate }))
    expect(existsSync(join(objects, stray.slice(0, 2), stray.slice(2)))).toBe(false)
  }
  for (const [round, text] of [
    [2, 'round 1\n'],
    [1, 'first\n'],
  ] as const) {
    valueOf(await desk.rollBack(id, round, operator))
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(text)
  }
})
