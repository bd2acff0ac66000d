import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { app } from './fakes/electron.ts'
import { startElectronWorld } from './suites/electron-world.ts'

it('saves the window’s place, puts a badge into the tray, and ends with its last window', async () => {
  const world = await startElectronWorld()
  onTestFinished(() => world.close())
  expect(world.running.tray).toBeDefined()
  world.window.close()
  const state = JSON.parse(readFileSync(join(world.folder, 'data', 'window.json'), 'utf8')) as unknown
  expect(state).toEqual({ x: 0, y: 0, width: 1440, height: 900, isMaximized: false })
  if (process.platform !== 'darwin') await expect.poll(() => app.hasQuit).toBe(true)
})
