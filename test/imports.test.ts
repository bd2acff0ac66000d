import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The layer rule, re-derived from the sources: which folder may import which, what a folder may import from outside,
 * and where effects may happen. `docs/architecture.md` draws the same picture.
 */
const src = path.join(import.meta.dirname, '..', 'src')

/** A layer and the layers that it may import; `node` and `packages` define what it may import from outside. */
interface Layer {
  readonly imports: readonly string[]
  readonly node: boolean
  readonly packages: readonly string[] | 'any'
}
const layers: Readonly<Record<string, Layer>> = {
  core: { imports: ['core'], node: false, packages: ['zod', 'diff', 'jsonc-parser', 'smol-toml'] },
  api: { imports: ['api', 'core'], node: false, packages: ['zod'] },
  'api/wires': { imports: ['api', 'api/wires', 'core'], node: false, packages: [] },
  io: { imports: ['io', 'core'], node: true, packages: 'any' },
  pure: { imports: ['pure', 'core'], node: false, packages: ['zod', 'diff'] },
  protocol: {
    imports: ['protocol', 'pure', 'core', 'io'],
    node: true,
    packages: ['zod', 'yaml', 'ignore', 'commander', '@modelcontextprotocol/sdk', 'irc-framework', 'ulid', 'ably', 'ws'],
  },
  registry: { imports: ['protocol', 'core'], node: false, packages: ['commander'] },
  engine: { imports: ['engine', 'core', 'io', 'api', 'registry'], node: true, packages: ['zod', 'ulid'] },
  server: { imports: ['server', 'api', 'api/wires', 'engine', 'core', 'io'], node: true, packages: ['ws'] },
  main: {
    imports: ['main', 'api', 'api/wires', 'engine', 'registry', 'core', 'io'],
    node: true,
    packages: ['electron', 'zod'],
  },
  preload: { imports: ['preload', 'api', 'api/wires', 'core'], node: false, packages: ['electron'] },
  simulation: { imports: ['simulation', 'engine', 'api', 'api/wires', 'registry', 'core', 'io'], node: true, packages: [] },
  cli: {
    imports: ['cli', 'server', 'simulation', 'engine', 'registry', 'api', 'api/wires', 'core', 'io'],
    node: true,
    packages: ['commander'],
  },
  ui: { imports: ['ui', 'api', 'core'], node: false, packages: 'any' },
  features: { imports: ['features', 'ui', 'api', 'core'], node: false, packages: 'any' },
  screen: { imports: ['screen', 'pure', 'features', 'ui', 'api', 'core'], node: false, packages: 'any' },
  screens: { imports: ['screen', 'features'], node: false, packages: [] },
  shell: { imports: ['shell', 'screens', 'features', 'ui', 'api', 'api/wires', 'core'], node: false, packages: 'any' },
}

/** Layers that run in a window. */
const screenLayers = new Set(['ui', 'features', 'screen', 'screens', 'shell'])

/** Modules that change the outside world, and the places that may import them, each with its reason. */
const effects = ['node:child_process', 'chokidar', 'better-sqlite3']
const mayHaveEffects = /^io\//
/** Functions of node:fs that write; everyone who may use Node may read. */
const writers =
  /\b(?:appendFile|copyFile|cp|link|mkdir|mkdtemp|rename|rmdir|rm|symlink|truncate|unlink|writeFile|createWriteStream)(?:Sync)?\b/
/** Demo scripts play the other agents, in a separate process. */
const isDemoScript = /^protocols\/[^/]+\/demo\/demo-script\.ts$/
const mayWrite: Readonly<Record<string, string>> = {
  'engine/engine.ts': 'makes our own data folder',
  'protocols/switchboard/demo/mail-files.ts': 'plays the agents without MCP in a temporary workspace',
  'protocols/chat/demo/stage.ts': 'plays agents in a throw-away workspace',
  'protocols/codingagent/demo/session.ts': 'plays an LLM in a temporary workspace',
}

interface Import {
  readonly from: string
  readonly specifier: string
  readonly isType: boolean
  readonly isDynamic?: true
  readonly names: string
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|prop)\.tsx?$/.test(file))
const texts = new Map(files.map((file) => [file, readFileSync(path.join(src, file), 'utf8')]))
const imports = files.flatMap((file) => importsOf(file, texts.get(file) ?? ''))

/** Static and dynamic imports and re-exports of one file. */
function importsOf(from: string, text: string): Import[] {
  const statement = /^(?:import|export)\s+(?:(type\s+)?([\w$*{},\s]+?)\s+from\s+)?['"]([^'"]+)['"]/gm
  const found = [...text.matchAll(statement)].map((match) => ({
    from,
    isType: match[1] !== undefined,
    names: match[2] ?? '',
    specifier: match[3] ?? '',
  }))
  const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map((match) => ({
    from,
    isType: false,
    isDynamic: true as const,
    names: '*',
    specifier: match[1] ?? '',
  }))
  return [...found, ...dynamic]
}

const byText = (one: string, other: string): number => (one < other ? -1 : 1)

/** The layer of a file, by its path below src. */
function layerOf(file: string): string {
  if (file === 'protocols/registry.ts') return 'registry'
  if (/^protocols\/[^/]+\/pure\//.test(file)) return 'pure'
  if (file === 'protocols/screens.ts') return 'screens'
  if (/^protocols\/[^/]+\/screen\//.test(file)) return 'screen'
  if (file.startsWith('renderer/')) return /^renderer\/(ui|features)\//.exec(file)?.[1] ?? 'shell'
  if (file.startsWith('protocols/')) return 'protocol'
  if (file.startsWith('api/wires/')) return 'api/wires'
  return file.split('/')[0] ?? ''
}

/** The path below src of a relative import; undefined for packages and files outside src. */
function targetOf(one: Import): string | undefined {
  if (!one.specifier.startsWith('.')) return undefined
  const target = path.posix.join(path.posix.dirname(one.from), one.specifier)
  return target.startsWith('../') ? undefined : target
}

/** The protocol whose folder a file is in. */
function protocolOf(file: string): string | undefined {
  return /^protocols\/([^/]+)\//.exec(file)?.[1]
}

/** Circles of files that import one another, each once, with its files in order. */
function circles(of: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const one of of) {
    const target = targetOf(one)
    if (target !== undefined) next.set(one.from, [...(next.get(one.from) ?? []), target])
  }
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>()
    const open = [...(next.get(from) ?? [])]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      open.push(...(next.get(file) ?? []))
    }
    return seen
  }
  const inCircle = [...next.keys()].filter((file) => reach(file).has(file))
  return [...new Set(inCircle.map((file) => inCircle.filter((other) => reach(file).has(other) && reach(other).has(file)).join(' ')))].map(
    (all) => all.split(' '),
  )
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/')
  return (specifier.startsWith('@') ? parts.slice(0, 2) : parts.slice(0, 1)).join('/')
}

describe('the layers', () => {
  it('finds the sources and their imports', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(imports.length).toBeGreaterThan(files.length)
    expect(files.filter((file) => !Object.hasOwn(layers, layerOf(file)))).toEqual([])
  })

  it('import inward only', () => {
    const wrong = imports.filter((one) => {
      const target = targetOf(one)
      return target !== undefined && !layers[layerOf(one.from)]?.imports.includes(layerOf(target))
    })
    expect(wrong.map((one) => `${one.from} imports ${one.specifier}`)).toEqual([])
  })

  it('import inward only in the tests of the screen, too', () => {
    const tests = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => /\.test\.tsx?$/.test(file) && screenLayers.has(layerOf(file)))
    expect(tests.length).toBeGreaterThan(50)
    const wrong = tests
      .flatMap((file) => importsOf(file, readFileSync(path.join(src, file), 'utf8')))
      .filter((one) => {
        const target = targetOf(one)
        // The shell is tested with the parts of the screens.
        const mayImport = [...(layers[layerOf(one.from)]?.imports ?? []), ...(layerOf(one.from) === 'shell' ? ['screen'] : [])]
        return target !== undefined && !mayImport.includes(layerOf(target))
      })
    expect(wrong.map((one) => `${one.from} imports ${one.specifier}`)).toEqual([])
  })

  it('take from outside only what their row allows', () => {
    const wrong = imports.filter((one) => {
      const layer = layers[layerOf(one.from)]
      if (one.specifier.startsWith('.') || layer === undefined) return false
      if (one.specifier.startsWith('node:')) return !layer.node
      return layer.packages !== 'any' && !layer.packages.includes(packageOf(one.specifier)) && !(one.isType && one.specifier === 'ws')
    })
    expect(wrong.map((one) => `${one.from} imports ${one.specifier}`)).toEqual([])
  })

  it('name the builtin modules of Node with node:', () => {
    const wrong = imports.filter((one) =>
      /^(?:fs|path|os|crypto|http|net|url|util|stream|child_process|events)(?:\/|$)/.test(one.specifier),
    )
    expect(wrong.map((one) => `${one.from} imports ${one.specifier}`)).toEqual([])
  })

  it('keep protocols apart', () => {
    const wrong = imports.filter((one) => {
      const target = targetOf(one)
      const mine = protocolOf(one.from)
      const other = target === undefined ? undefined : protocolOf(target)
      return mine !== undefined && other !== undefined && mine !== other
    })
    expect(wrong.map((one) => `${one.from} imports ${one.specifier}`)).toEqual([])
  })

  it('have no circle on the screen', () => {
    expect(circles(imports.filter((one) => screenLayers.has(layerOf(one.from))))).toEqual([])
  })

  it('name no protocol in what all protocols share', () => {
    const ids = readdirSync(path.join(src, 'protocols'), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []))
    const literal = new RegExp(`['"\`](?:${ids.join('|')})['"\`]`)
    const shared = files.filter((file) => /^renderer\/(?:features|ui|shell)\//.test(file) && !file.startsWith('renderer/features/testing/'))
    expect(shared.filter((file) => literal.test(texts.get(file) ?? ''))).toEqual([])
    // A file named after a protocol belongs in that protocol's folder.
    const named = new RegExp(`(?:^|[/-])(?:${ids.join('|')})(?:[-./]|$)`)
    expect(files.filter((file) => !file.startsWith('protocols/') && named.test(file))).toEqual([])
  })

  it('name Electron in main and preload only', () => {
    const wrong = imports.filter((one) => packageOf(one.specifier) === 'electron' && !/^(?:main|preload)\//.test(one.from))
    expect(wrong.map((one) => one.from)).toEqual([])
  })
})

describe('commands', () => {
  it.each(['cli/main.ts', 'cli/program.ts', 'protocols/chat/cli/tail.ts', 'protocols/chat/cli/send.ts'])(
    'start without schemas, parsers and databases: %s',
    (start) => {
      const loaded = new Set([start])
      const packages = new Set<string>()
      for (const file of loaded) {
        for (const one of imports.filter(({ from, isType, isDynamic }) => from === file && !isType && isDynamic !== true)) {
          const target = targetOf(one)
          if (target !== undefined) loaded.add(target)
          else if (!/^(?:node:|\.)/.test(one.specifier)) packages.add(packageOf(one.specifier))
        }
      }
      expect(loaded.size).toBeGreaterThan(5)
      expect([...packages].filter((name) => name !== 'commander')).toEqual([])
    },
  )
})

describe('effects', () => {
  it('start programs, watch and open databases in io/ only', () => {
    const wrong = imports.filter((one) => effects.includes(one.specifier) && !one.isType && !mayHaveEffects.test(one.from))
    expect(wrong.map((one) => `${one.from} imports ${one.specifier}`)).toEqual([])
  })

  it('write files in io/ only, except for the list above', () => {
    const writing = files.filter((file) => {
      if (mayHaveEffects.test(file) || isDemoScript.test(file)) return false
      const fromFs = imports.filter((one) => one.from === file && /^node:fs(?:\/promises)?$/.test(one.specifier) && !one.isType)
      const isWhole = fromFs.some((one) => one.names.includes('*') || !one.names.includes('{'))
      return fromFs.some((one) => writers.test(one.names)) || (isWhole && writers.test(texts.get(file) ?? ''))
    })
    expect(writing.filter((file) => !Object.hasOwn(mayWrite, file))).toEqual([])
    expect(Object.keys(mayWrite).filter((file) => !writing.includes(file))).toEqual([])
  })
})

describe('terminals', () => {
  it('are written to by one file alone, which escapes control characters', () => {
    const raw =
      /\bprocess\s*\.\s*std(?:out|err)\b(?!\s*\.\s*(?:isTTY|on\())|\bconsole\s*\.\s*(?:log|info|warn|error|debug|trace)\b|\bwriteSync\(\s*[12]\b/
    const writing = files.filter((file) => !screenLayers.has(layerOf(file)) && raw.test(texts.get(file) ?? ''))
    // The bridge of MCP speaks JSON-RPC on stdout to the program that started it.
    expect(writing.toSorted(byText)).toEqual(['io/standard-streams.ts', 'protocols/switchboard/cli/mcp.ts'])
  })
})

/** Tests of all folders, and their helpers. */
function testTexts(): (readonly [file: string, text: string])[] {
  const root = path.join(src, '..')
  return ['src', 'test', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => (folder === 'src' ? /\.(?:test|prop)\.tsx?$/ : /\.(?:tsx?|mjs)$/).test(file))
      .map((file) => [`${folder}/${file.split(path.sep).join('/')}`, readFileSync(path.join(root, folder, file), 'utf8')] as const),
  )
}

/** Files with more lines than `most`; a line break at the end does not begin a line. */
function tooLong(all: readonly (readonly [file: string, text: string])[], most: number): string[] {
  return all.filter(([, text]) => text.replace(/\n$/, '').split('\n').length > most).map(([file]) => file)
}

describe('files', () => {
  it.each([
    ['sources', 350, [...texts].map(([file, text]) => [`src/${file}`, text] as const)],
    ['tests', 450, testTexts()],
  ])('are short enough to read in one go: %s have at most %i lines', (_what, most, all) => {
    expect(all.length).toBeGreaterThan(100)
    expect(tooLong(all, most)).toEqual([])
  })

  it('that are one line too long are named', () => {
    expect(tooLong([['at', 'x\n'.repeat(350)], ['over', 'x\n'.repeat(351)], ['unended', `${'x\n'.repeat(350)}x`]], 350)).toEqual(['over', 'unended']) // prettier-ignore
  })

  it('of tests wait for nothing in less time than a busy machine needs', () => {
    const impatient = /\b(?:find(?:All)?By\w+|waitFor|poll)\(.*\btimeout: 1?[\d_]{1,5}\b(?!_)/
    const lines = testTexts().flatMap(([file, text]) => (file.startsWith('e2e/') ? [] : text.split('\n').map((line) => `${file}: ${line}`)))
    expect(lines.filter((line) => impatient.test(line))).toEqual([])
  })

  it('of tests have no limit of their own that is shorter than the usual one', () => {
    const short = testTexts().flatMap(([file, text]) => shortLimits(text).map((line) => `${file}: ${line}`))
    expect(short).toEqual([])
    expect(shortLimits("test('a', async () => {\n  f(() => {\n  }, 9)\n}, 20_000)\ntest('b', () => {\n}, 600_000)\n")).toEqual([
      '}, 20_000)',
    ])
  })

  it('export by name, unless a tool requires a default', () => {
    expect(files.filter((file) => /^export default /m.test(texts.get(file) ?? ''))).toEqual([])
  })
})

/** The ends of tests, and of what prepares them, that give themselves at most 160 s, which they have anyway. */
function shortLimits(text: string): string[] {
  const lines = text.split('\n')
  return lines.filter((line, at) => {
    const [, indent = '', limit = ''] = /^( *)\}, ([\d_]+)\)$/.exec(line) ?? []
    if (limit === '' || Number(limit.replaceAll('_', '')) > 160_000) return false
    const begin = lines.slice(0, at).findLast((each) => each.startsWith(indent) && /^\w/.test(each.slice(indent.length)))
    return /^(?:it|test|before\w+|after\w+)\b/.test(begin?.slice(indent.length) ?? '')
  })
}
