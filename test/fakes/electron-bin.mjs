#!/usr/bin/env node
// A stand-in for Electron's executable: runs the built main bundle in Node with `electron` mapped to the fake module, loads the page of
// its window from `app:`, the preload script of the window, and asks the engine through the bridge as the page would.
// Arguments: the folder of the app (its package.json names the entry), then those of the app. Prints one JSON line, then quits the app.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import './electron-alias.ts'

const folder = resolve(process.argv[2] ?? '.')
const entry = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')).main
const electron = await import('./electron.ts')
await import(pathToFileURL(resolve(folder, entry)).href)
electron.app.fireReady() // Electron is not ready before the entry has been evaluated either

const window = await until(() => electron.BrowserWindow.getAllWindows()[0])
await until(() => window.isShown)
createRequire(import.meta.url)(window.options.webPreferences.preload)
const page = await electron.schemes.get('app')(new Request(window.loaded[0]))
const { call, subscribe } = electron.mainWorld.patchbay
const { ok, value: workspace } = await call('workspaces.list', {}).then((result) => ({ ok: result.ok, value: result.value[0] }))
const push = workspace && (await new Promise((done) => subscribe({ workspace: workspace.id }, done, done)))
const report = {
  loaded: window.loaded[0],
  preferences: window.options.webPreferences,
  status: page.status,
  policy: page.headers.get('Content-Security-Policy'),
  page: await page.text(),
  bridge: Object.keys(electron.mainWorld.patchbay),
  info: await call('app.info', {}),
  bad: await call('no.such', {}),
  ok,
  workspace,
  push,
  errors: electron.calls.filter((each) => each.api === 'dialog.showErrorBox'),
}
window.close()
await until(() => electron.app.hasQuit)
process.emit('uncaughtException', new Error('a bug'))
const crash = electron.calls.slice(-2).map(({ api, args }) => [api, ...args])
console.log(JSON.stringify({ ...report, crash }))

async function until(condition) {
  for (let waited = 0; waited < 15_000; waited += 20) {
    const value = condition()
    if (value) return value
    const failed = electron.calls.find((each) => each.api === 'dialog.showErrorBox')
    if (failed) throw new Error(failed.args.join('\n'))
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error('The app did not get there in time')
}
