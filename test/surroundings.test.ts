import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { chosenSurroundings } from '../scripts/surroundings.mjs'

/** The rest of the suite runs where and when `scripts/surroundings.mjs` says; a date that is not set is skipped by name elsewhere. */
const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-surroundings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { zone, language, umask } = chosenSurroundings()

describe('the surroundings of the tests (F22)', () => {
  it('have another zone, language and mask than a developer’s', () => {
    const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
    expect(timeZone.replace('Calcutta', 'Kolkata')).toBe(zone)
    expect(locale.slice(0, 2)).toBe(language.slice(0, 2))
    const file = path.join(folder, 'mask')
    writeFileSync(file, '')
    expect(statSync(file).mode & 0o777 & umask).toBe(0)
  })

  it('have one date, for this program, for those it starts and for files', () => {
    const file = path.join(folder, 'date')
    const before = Date.now()
    writeFileSync(file, '')
    const elsewhere = Number(execFileSync(process.execPath, ['-p', 'Date.now()'], { encoding: 'utf8' }))
    for (const time of [statSync(file).mtimeMs, elsewhere]) expect(Math.abs(time - before)).toBeLessThan(60_000)
  })
})
