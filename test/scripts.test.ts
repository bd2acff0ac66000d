import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from './fakes/command-line.ts'
import { nodesInPath } from './nodes-in-path.ts'

/** The scripts run before anything is installed, so they are tested from outside, as programs on a plain Node. */
const root = path.join(import.meta.dirname, '..')
const folders: string[] = []

function tempFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-scripts-'))
  folders.push(folder)
  return folder
}

/** Evaluates an expression on a script's exports, in a separate process. */
function evaluate(script: string, expression: string, env: Record<string, string> = {}): unknown {
  const code = `import * as it from ${JSON.stringify(path.join(root, 'scripts', script))}; console.log(JSON.stringify(${expression}) ?? 'null')`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', env: { ...process.env, ...env } })
  expect(run.stderr).toBe('')
  return JSON.parse(run.stdout)
}

/** What a function of a script answers to each of these lists of arguments, in one process. */
function answers(script: string, name: string, lists: readonly string[]): readonly unknown[] {
  return evaluate(script, `[${lists.map((args) => `it.${name}(${args})`).join(', ')}]`) as readonly unknown[]
}

function start(...args: string[]): ReturnType<typeof spawnSync> {
  return spawnSync(process.execPath, [path.join(root, 'scripts', 'start.mjs'), ...args], { encoding: 'utf8' })
}

function patchbay(args: readonly string[], cwd: string, node = process.execPath): ReturnType<typeof spawnSync> {
  return spawnSync(node, [path.join(root, 'bin', 'patchbay.mjs'), ...args], { encoding: 'utf8', cwd })
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('checkout.mjs', () => {
  it('recognizes Nodes that run the sources', () => {
    const versions = ['v18.20.0', 'v20.20.2', 'v22.21.9', 'v22.22.0', 'v23.9.0', 'v24.0.0', 'v26.1.0']
    expect(evaluate('checkout.mjs', `${JSON.stringify(versions)}.map(it.isSuitable)`)).toEqual([
      false,
      false,
      false,
      true,
      false,
      true,
      true,
    ])
  })

  it('reports in one sentence that Node is too old, if the registry has none', () => {
    const [old, musl, ...fine] = answers('checkout.mjs', 'nodeProblem', [
      "'v20.20.2', 'darwin', 'arm64', false",
      "'v20.20.2', 'linux', 'x64', true",
      "'v20.20.2', 'linux', 'x64', false",
      "'v20.20.2', 'linux', 'arm64', false",
      "'v20.20.2', 'win32', 'x64', false",
      "'v24.1.0', 'darwin', 'arm64', false",
    ])
    expect(old).toMatch(
      /^Patchbay needs Node 22\.22 or a later 22\.x, or 24 or newer, on darwin-arm64 \(this is v20\.20\.2\): [^.]+\.org\/ and run the command again\.$/,
    )
    expect(musl).toContain('linux-x64 with musl')
    expect(fine).toEqual([null, null, null, null])
  })
})

describe('compile-cache.mjs', () => {
  it('removes what one version of Node keeps of compiled modules once it is too much', () => {
    const cache = tempFolder()
    for (const [version, files] of [
      ['full', 4],
      ['small', 3],
    ] as const) {
      mkdirSync(path.join(cache, version))
      for (let file = 0; file < files; file++) writeFileSync(path.join(cache, version, String(file)), '')
    }
    for (const folder of [cache, path.join(cache, 'none')])
      evaluate('compile-cache.mjs', `it.trimCompileCache(${JSON.stringify(folder)}, 3) ?? null`)
    expect(readdirSync(cache)).toEqual(['small'])
  })
})

describe('shells.mjs', () => {
  it('says why Electron cannot run', () => {
    const [inRobot, blind, asRoot, ...fine] = answers('shells.mjs', 'electronObstacle', [
      "{ CI: 'true', DISPLAY: ':0' }, 'linux', 1000",
      "{}, 'linux', 1000",
      "{ DISPLAY: ':0' }, 'linux', 0",
      "{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 1000",
      "{}, 'darwin', 501",
    ])
    expect(inRobot).toContain('CI')
    expect(blind).toContain('no display')
    expect(asRoot).toContain('root')
    expect(fine).toEqual([null, null])
  })
})

describe('start.mjs', () => {
  it('refuses an unknown option before it installs anything', () => {
    const run = start('--worksapce', '.')
    expect(run.status).toBe(2)
    expect(run.stdout).toBe('')
    expect(run.stderr).toContain("'--worksapce'")
    expect(run.stderr).toContain('--workspace DIR')
  })

  it.each(['abc', '65536', '-1', '1.5', ''])('refuses the port %j before it installs anything', (port) => {
    const run = start(`--port=${port}`)
    expect(run).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).toContain('from 0 to 65535')
  })

  it('prints its options', () => {
    const run = start('--help')
    expect(run.status).toBe(0)
    for (const option of ['--workspace', '--demo', '--browser', '--port', '--no-open', '--data']) expect(run.stdout).toContain(option)
  })
})

describe('command.mjs', () => {
  const began = new Date('2026-05-01T10:00:00Z')
  const earlier = new Date('2026-05-01T09:00:00Z')
  const later = new Date('2026-05-01T11:00:00Z')

  /** A checkout with one source, built; `change` then happens to it. @returns which program runs, relative to the checkout. */
  function programAfter(change: (source: string, built: string) => void): unknown {
    const folder = tempFolder()
    const [source, built] = [path.join(folder, 'src', 'a.ts'), path.join(folder, 'out', 'main', 'patchbay.js')]
    for (const file of [source, built]) mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(source, 'a = 1')
    utimesSync(source, earlier, earlier)
    writeFileSync(built, '')
    const list = path.join(folder, 'out', 'main', 'inputs.json')
    writeFileSync(list, JSON.stringify([['src/a.ts', 5]]))
    utimesSync(list, began, began)
    change(source, built)
    const file = evaluate('command.mjs', `it.commandFile(${JSON.stringify(folder)})`) as string
    return path.relative(folder, file).replaceAll(path.sep, '/')
  }

  it('runs the build as long as its sources have not changed since', () => {
    expect(programAfter(() => undefined)).toBe('out/main/patchbay.js')
  })

  it.each<[string, (source: string, built: string) => void]>([
    ['was saved since the build began', (source) => utimesSync(source, later, later)],
    [
      'was replaced by an older one',
      (source) => {
        writeFileSync(source, 'a = 12')
        utimesSync(source, earlier, earlier)
      },
    ],
    ['was removed', (source) => rmSync(source)],
    ['was built only in part', (_source, built) => rmSync(built)],
  ])('runs the sources if one %s', (_name, change) => {
    expect(programAfter(change)).toBe('src/cli/main.ts')
  })
})

describe('compile.mjs', () => {
  const began = new Date('2026-05-01T10:00:00Z')
  const saved = new Date('2026-05-01T11:00:00Z')

  /** Whether a built checkout with a source and a script is stale some seconds after both were saved, and which program runs then. */
  function after(seconds: number, change: (folder: string) => void): unknown {
    const folder = tempFolder()
    const files = ['src/a.ts', 'scripts/shells.mjs', 'out/main/patchbay.js', 'out/renderer/index.html']
    for (const file of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), 'a = 1')
      utimesSync(path.join(folder, file), saved, saved)
    }
    const list = path.join(folder, 'out', 'main', 'inputs.json')
    writeFileSync(list, JSON.stringify([['src/a.ts', 5]]))
    utimesSync(list, began, began)
    const given = JSON.stringify(folder)
    writeFileSync(path.join(folder, 'out', '.patchbay-stamp'), evaluate('compile.mjs', `it.stamp(${given})`) as string)
    change(folder)
    const stale = evaluate('compile.mjs', `it.staleBuild(${given}, ${saved.getTime() + seconds * 1_000})`)
    const file = evaluate('command.mjs', `it.commandFile(${given})`) as string
    return [stale, path.relative(folder, file).replaceAll(path.sep, '/')]
  }

  it('lets the build run again whose sources were saved with the same bytes', () => {
    expect(after(60, () => undefined)).toEqual([null, 'out/main/patchbay.js'])
  })

  it('does not answer for a source that may be saved once more with the same time', () => {
    expect(after(1, () => undefined)).toEqual([null, 'src/cli/main.ts'])
  })

  it('builds again after a change of a script that is a part of the build', () => {
    expect(after(60, (folder) => writeFileSync(path.join(folder, 'scripts', 'shells.mjs'), 'a = 2'))).toEqual([
      'the sources have changed',
      'src/cli/main.ts',
    ])
  })
})

describe('bin/patchbay.mjs', () => {
  it('works in any folder, with data on stdout, and changes nothing there', () => {
    const folder = tempFolder()
    mkdirSync(path.join(folder, 'inner'))
    const run = patchbay(['--version'], path.join(folder, 'inner'))
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('suggests the intended command, on stderr, with exit code 2', () => {
    const run = patchbay(['serv'], tempFolder())
    expect(run).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).toContain('Did you mean serve?')
  })

  it('refuses an invalid port', async () => {
    const ran = await runCommand(['serve', '--port', '70000'], { cwd: tempFolder() })
    expect(ran).toMatchObject({ code: 2, out: '' })
    expect(ran.err).toContain('0 to 65535')
  })

  it('explains itself', async () => {
    const ran = await runCommand(['--help'], { cwd: tempFolder() })
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toMatch(/Usage: patchbay .*Examples:/s)
  })

  it('continues on the checkout’s Node if it is started with an older one', ({ skip }) => {
    const old = nodesInPath().find(({ major }) => major >= 18 && major < 22)
    if (old === undefined) return skip('every Node in PATH runs the sources itself')
    expect(patchbay(['--version'], tempFolder(), old.file)).toMatchObject({ status: 0, stderr: '' })
    expect(patchbay(['nonsense'], tempFolder(), old.file)).toMatchObject({ status: 2, stdout: '' })
    return undefined
  })
})

it('every safety of the mutations stands once in its file (F21)', () => {
  const listed = evaluate('../test/mutations/list.mjs', 'it.mutations') as {
    readonly name: string
    readonly file: string
    readonly find: string
  }[]
  const stale = listed.filter(({ file, find }) => {
    const place = path.join(root, file)
    return !existsSync(place) || readFileSync(place, 'utf8').split(find).length !== 2
  })
  expect(stale.map(({ name }) => name)).toEqual([])
  expect(listed.length).toBeGreaterThan(300)
})

it.skipIf(process.platform === 'win32')('mutations that are ended by a signal leave no copy behind (F20)', async () => {
  const folder = tempFolder()
  const args = [path.join(root, 'scripts', 'mutations.mjs'), 'an agent that gave a sign elsewhere has not left']
  const run = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, TMPDIR: folder, PATCHBAY_SCRATCH: 'disk' } })
  const ended = once(run, 'close')
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(2))
  run.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  expect(readdirSync(folder)).toEqual([])
})
