import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The built bundles on the fake electron, loaded as by Electron. */
const root = join(import.meta.dirname, '..')
const isBuilt = ['main/index.js', 'preload/index.cjs', 'renderer/index.html'].every((file) => existsSync(join(root, 'out', file)))
const run = promisify(execFile)

interface Report {
  readonly loaded: string
  readonly preferences: Readonly<Record<string, unknown>>
  readonly status: number
  readonly policy: string
  readonly page: string
  readonly bridge: readonly string[]
  readonly info: unknown
  readonly bad: unknown
  readonly workspace: { readonly path: string; readonly demo: boolean }
  readonly crash: readonly unknown[]
  readonly push: { readonly type: string; readonly links: readonly { readonly protocol: string }[] }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-boot-'))
  mkdirSync(join(folder, 'project', '.workplace'), { recursive: true })
  writeFileSync(join(folder, 'project', '.workplace', 'chat.md'), '[coder-to-tester]: the tree is green\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function boot(...args: string[]): Promise<Report> {
  const command = [join(root, 'test/fakes/electron-bin.mjs'), root, '--data', join(folder, 'data'), ...args]
  const { stdout } = await run(process.execPath, command, { cwd: folder, timeout: 100_000 })
  return JSON.parse(stdout) as Report
}

describe.skipIf(!isBuilt)('the built desktop app', () => {
  it('has the demo script of each protocol', () => {
    const scripts = readdirSync(join(root, 'src/protocols')).filter((name) =>
      existsSync(join(root, 'src/protocols', name, 'demo/demo-script.ts')),
    )
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((name) => !existsSync(join(root, `out/main/${name}-demo.js`)))).toEqual([])
  })

  it('opens its window on app:, serves the page, and answers over the preload script', async () => {
    const report = await boot('--workspace', 'project')
    expect(report.loaded).toMatch(/^app:\/\/patchbay\//)
    expect(report.preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false })
    expect(report.status).toBe(200)
    expect(report.page).toContain('<div id="root">')
    expect(report.bridge).toEqual(['call', 'subscribe'])
    expect(report.info).toMatchObject({
      ok: true,
      value: { shell: 'electron', dataDir: join(folder, 'data'), canPickFolder: true, canReadClipboard: true },
    })
    expect(report.bad).toMatchObject({ ok: false, fault: { code: 'invalid' } })
    expect(report.workspace).toMatchObject({ path: join(folder, 'project'), demo: false })
    expect(report.push).toMatchObject({
      type: 'state',
      links: expect.arrayContaining([expect.objectContaining({ protocol: 'chat' })]) as unknown,
    })
  })

  it('runs the demo, whose agents are a separate script of the bundle, and says what ended it', async () => {
    const report = await boot('--demo')
    expect(report.workspace.demo).toBe(true)
    expect(report.crash).toEqual([
      ['dialog.showErrorBox', 'Patchbay ended', expect.stringContaining('a bug')],
      ['app.exit', 1],
    ])
    expect(existsSync(report.workspace.path)).toBe(false) // discarded at the end
  })

  it('has one CommonJS preload script that requires electron only', () => {
    const preload = readFileSync(join(root, 'out/preload/index.cjs'), 'utf8')
    expect([...preload.matchAll(/require\(["'](.*?)["']\)/g)].map((match) => match[1])).toEqual(['electron'])
    expect(preload.length).toBeLessThan(5_000)
  })

  it('has a page without inline code and with its policy', () => {
    const page = readFileSync(join(root, 'out/renderer/index.html'), 'utf8')
    expect(page).toMatch(/http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;/)
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|unsafe/i)
    for (const [, file] of page.matchAll(/(?:src|href)="\.?\/([^"]+)"/g))
      expect(existsSync(join(root, 'out/renderer', file ?? ''))).toBe(true)
  })
})
