import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { channels } from '../src/api/wires/channels.ts'
import { openConnection } from '../src/io/journal/connection.ts'
import { migrations } from '../src/io/journal/migrations.ts'
import { BrowserWindow, rendererOf, resetElectron } from './fakes/electron.ts'
import { electronFolders, startElectronWorld } from './suites/electron-world.ts'
import { startApp } from '../src/main/start.ts'
import { valueOf } from './fakes/value-of.ts'

/** A method of the contract, called by the page of the open window. */
async function call(method: string): Promise<unknown> {
  await expect.poll(() => BrowserWindow.getAllWindows().length).toBe(1)
  const [window] = BrowserWindow.getAllWindows()
  return window && rendererOf(window.webContents).invoke(channels.call, method, {})
}

it('shows in its window how far the journal is migrated, cancels it without a trace, and opens the app after the next (F26)', async () => {
  const folders = electronFolders()
  mkdirSync(folders.data, { recursive: true, mode: 0o700 })
  valueOf(openConnection(folders.data, migrations.slice(0, 1))).db.close()
  const file = join(folders.data, 'journal.db')
  const before = readFileSync(file)

  const cancelled = startApp(folders, { demo: false })
  expect(await call('app.starting')).toMatchObject({ ok: true, value: { task: { total: before.length } } })
  expect(await call('app.info')).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  expect(await call('app.cancelStart')).toEqual({ ok: true, value: {} })
  expect(await call('app.starting')).toMatchObject({ ok: true, value: { fault: { code: 'cancelled' } } })
  BrowserWindow.getAllWindows()[0]?.close()
  expect(await cancelled).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(folders.data).filter((name) => /rewritten|before/.test(name))).toEqual([])
  resetElectron()

  const world = await startElectronWorld(folders)
  onTestFinished(() => world.close())
  expect(await call('app.starting')).toEqual({ ok: true, value: {} })
  expect(await call('app.info')).toMatchObject({ ok: true })
})
