import { readdirSync, type Dirent } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { ok, type Result } from '../core/fault.ts'
import { readOwnFile } from './own-file.ts'
import { loadSecrets, type Secrets } from './secrets-file.ts'

/** Shorter values would be found in half of all words. */
const shortest = 6

const anyFile = z.record(z.string(), z.unknown())

/**
 * Every secret that this installation has: those of links, of registrations with MCP servers, its own key, the token in the address of the running Patchbay,
 * and those in `PATCHBAY_SECRET_…`; each in the spellings that a text may have it in.
 * @param open those of links, from a store that is open; by default they are read from their file, which has none where a keychain stores them.
 * @param more those that protocols have in folders of projects.
 * @returns a fault that quotes no value, if what is stored cannot be read.
 */
export async function knownSecrets(
  dataDir: string,
  open: readonly string[] | undefined,
  more: readonly string[],
): Promise<Result<readonly string[]>> {
  const stored = open === undefined ? await loadSecrets(dataDir, undefined) : ok<Secrets>(new Map())
  if (!stored.ok) return stored
  const values = [...(open ?? []), ...[...stored.value.values()].flatMap((fields) => [...fields.values()].map(({ value }) => value))]
  const variables = Object.entries(process.env).flatMap(([name, value]) => (name.startsWith('PATCHBAY_SECRET_') ? [value] : []))
  const all = [...values, ...more, ...variables, ...privateFiles(dataDir).flatMap(secretsIn)]
  return ok([...new Set(all.flatMap((value) => (value === undefined || value.length < shortest ? [] : spellings(value))))])
}

/** Home folders of the user, as texts name them. */
export function homeFolders(): readonly string[] {
  return [...new Set([homedir(), process.env['HOME'] ?? ''])].filter((folder) => folder.length > 1)
}

/** JSON files of the data folder, and of its folders of registrations. */
function privateFiles(dataDir: string): string[] {
  const entries = entriesOf(dataDir)
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(dataDir, name))
  return [dataDir, ...folders].flatMap((folder) =>
    entriesOf(folder).flatMap((entry) => (entry.isFile() && entry.name.endsWith('.json') ? [path.join(folder, entry.name)] : [])),
  )
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function secretsIn(file: string): (string | undefined)[] {
  const read = readOwnFile(file, anyFile) ?? {}
  const { secret, address } = read
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined
  const inAddress = url === undefined ? [] : [...new URLSearchParams(url.search).values(), ...url.hash.slice(1).split(/[&=/]/)]
  return [typeof secret === 'string' ? secret : undefined, ...inAddress]
}

/** How a value looks inside JSON (and JSON inside JSON), an address, a form, hexadecimal digits and base64, there also in the middle of more. */
function spellings(value: string): string[] {
  const bytes = Buffer.from(value)
  const inJson = JSON.stringify(value).slice(1, -1)
  const base64 = [bytes, ...[0, 1, 2].map((before) => Buffer.concat([Buffer.alloc(before), bytes]))].map((each, index) => {
    if (index === 0) return each.toString('base64').replace(/=+$/, '')
    // The first and the last characters also depend on what is around it.
    return each.toString('base64').slice(Math.ceil(((index - 1) * 8) / 6), Math.floor((each.length * 8) / 6))
  })
  return [
    ...new Set([
      value,
      inJson,
      inJson.replaceAll('/', String.raw`\/`),
      JSON.stringify(inJson).slice(1, -1),
      encodeURIComponent(value),
      new URLSearchParams([['', value]]).toString().slice(1),
      bytes.toString('hex'),
      ...base64,
      ...base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ]
}
