import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DebugLogger } from 'builder-util'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import type { Configuration } from 'app-builder-lib'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { noticesOf, runtimePackages } from '../scripts/notices.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const config = parse(text('electron-builder.yml')) as Configuration & Record<string, { readonly icon?: string; readonly target?: string[] }>

describe('electron-builder.yml', () => {
  it('passes electron-builder’s schema, which can refuse', async () => {
    await validateConfiguration(structuredClone(config), new DebugLogger(false))
    await expect(validateConfiguration({ ...config, nsis: { oneClick: 'maybe' } } as never, new DebugLogger(false))).rejects.toThrow(
      /oneClick/,
    )
  })

  it('names the packages of every system, with icons that exist', () => {
    expect([config['linux']?.target, config['mac']?.target, config['win']?.target]).toEqual([['AppImage', 'deb'], ['dmg'], ['nsis']])
    for (const icon of [config['linux']?.icon, config['mac']?.icon, config['win']?.icon])
      expect(existsSync(join(root, icon ?? 'none'))).toBe(true)
  })

  it('packs what the app opens at run time', () => {
    const files = (config.files as string[]).join('\n')
    expect(files).toContain('out/**')
    expect(files).toContain('resources/tray/**')
    expect(files).toContain('resources/scenarios/**')
    expect(files).toContain('resources/icons/512x512.png')
    expect((JSON.parse(text('package.json')) as { main: string }).main).toBe('out/main/index.js')
    expect(config.asarUnpack).toEqual(['node_modules/better-sqlite3/**'])
  })
})

describe('licence notices', () => {
  const { dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<string, Record<string, string>>

  it('contain the licences of every runtime package and its dependencies', () => {
    const notices = noticesOf(runtimePackages(root))
    const named = new Set(notices.flatMap(({ packages }) => packages.map((each) => each.replace(/ \S+$/, ''))))
    expect(Object.keys(dependencies ?? {}).filter((name) => !named.has(name))).toEqual([])
    expect(named.has('pino-std-serializers')).toBe(true) // which pino needs
    expect(Object.keys(devDependencies ?? {}).filter((name) => /lint|vite|playwright|electron/.test(name) && named.has(name))).toEqual([])
    for (const { packages, text: words } of notices) expect(words, packages.join()).toMatch(/\S/)
  })

  it('are packaged with the built page, including those of its libraries and typefaces', ({ skip }) => {
    const built = join(root, 'out/renderer/notices.json')
    if (!existsSync(built)) skip('nothing is built')
    const words = readFileSync(built, 'utf8')
    for (const name of ['react-dom', 'radix-ui', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono', 'better-sqlite3'])
      expect(words).toContain(`"${name} `)
    expect(words).toContain('SIL OPEN FONT LICENSE Version 1.1')
  })
})

describe('the release workflow', () => {
  interface Job {
    readonly needs?: string
    readonly strategy?: { readonly matrix: { readonly include: readonly { readonly os: string; readonly files: string }[] } }
    readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
  }
  const { jobs } = parse(text('.github/workflows/release.yml')) as { jobs: { test: Job; package: Job } }

  it('tests before it packs, on all three systems, with existing scripts', () => {
    expect(jobs.package.needs).toBe('test')
    expect(jobs.package.strategy?.matrix.include.map(({ os }) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows'])
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
    for (const { run } of [...jobs.test.steps, ...jobs.package.steps]) {
      const script = /^npm (?:run )?(\w+)$/.exec(run ?? '')?.[1]
      if (script !== undefined && script !== 'ci') expect(Object.keys(scripts)).toContain(script)
    }
  })
})

/** Width and height of a PNG. */
function sizeOf(bytes: Buffer): readonly [number, number] {
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

describe('icons', () => {
  it('have the size stated in their name', () => {
    for (const name of readdirSync(join(root, 'resources/icons'))) {
      const [width, height] = sizeOf(readFileSync(join(root, 'resources/icons', name)))
      expect(`${width}x${height}.png`).toBe(name)
    }
    expect(readdirSync(join(root, 'resources/icons')).length).toBe(9)
    for (const name of readdirSync(join(root, 'resources/tray'))) {
      const side = name.includes('@2x') ? 32 : 16
      expect(sizeOf(readFileSync(join(root, 'resources/tray', name)))).toEqual([side, side])
    }
  })

  it.each([
    ['icon.ico', 0, Buffer.from([0, 0, 1, 0])],
    ['public/favicon.ico', 0, Buffer.from([0, 0, 1, 0])],
    ['icon.icns', 0, Buffer.from('icns')],
  ])('%s has the format of its extension', (name, at, magic) => {
    const bytes = readFileSync(join(root, 'resources', name))
    expect(bytes.subarray(at, at + magic.length)).toEqual(magic)
    if (name.endsWith('.icns')) expect(bytes.readUInt32BE(4)).toBe(bytes.length)
  })
})
