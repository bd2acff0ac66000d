import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fail, ok, reasonOf } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault, isOutOfFiles } from './errno-fault.ts'

/** One file of the page, in memory. */
export interface Asset {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  /** The name contains a hash of the content: it may be cached forever. */
  readonly isHashed: boolean
}

/** The files of the page by URL path (`/`, `/assets/index-x.js`). Fixed at startup: no address ever reaches the disk. */
export type AssetMap = ReadonlyMap<string, Asset>

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.json', 'application/json; charset=utf-8'],
])
const mostFiles = 1_000
const mostBytes = 64 * 1024 * 1024

/** Reads the built page below `folder`. Skips unknown file types (source maps) and links. */
export function readAssets(folder: string): Result<AssetMap> {
  const assets = new Map<string, Asset>()
  let bytes = 0
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const type = types.get(extname(entry.name))
      if (!entry.isFile() || type === undefined) continue
      const file = join(entry.parentPath, entry.name)
      bytes += statSync(file).size
      if (assets.size >= mostFiles || bytes > mostBytes) return fail('too-large', `The built page in ${folder} is larger than expected.`)
      const path = `/${relative(folder, file).split(sep).join('/')}`
      assets.set(path, { bytes: new Uint8Array(readFileSync(file)), type, isHashed: path.startsWith('/assets/') })
    }
  } catch (thrown) {
    if (isOutOfFiles(thrown)) return errnoFault(thrown, `read the page in ${folder}`)
    return fail('not-found', `The page is not built: ${folder} cannot be read. Run npm run build.`, { detail: reasonOf(thrown) })
  }
  const index = assets.get('/index.html')
  if (index === undefined) return fail('not-found', `The page is not built: ${folder} does not contain index.html. Run npm run build.`)
  return ok(assets.set('/', index))
}
