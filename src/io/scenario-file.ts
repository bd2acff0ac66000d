import { constants, readdirSync } from 'node:fs'
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { isScalar, parse, YAMLParseError } from 'yaml'
import { fail, ok, reasonOf, type Result } from '../core/fault.ts'
import { scenarioOfCase } from '../core/scenario/from-case.ts'
import { readScenario, scenarioLimits, type Scenario } from '../core/scenario/scenario.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { programFolder } from './program-file.ts'

/** The scenarios that Patchbay brings. */
export const builtInScenarios = path.join(programFolder, 'resources', 'scenarios')

/** Names of the scenarios in a folder: its `.yaml` files, without the ending, in order. A folder that cannot be read has none. */
export function scenarioNames(folder: string): string[] {
  return filesIn(folder, ['.yaml']).map((file) => file.slice(0, -5))
}

/** Endings of scenarios, and of cases. */
export const scenarioEndings = ['.yaml', '.jsonl'] as const

/** Scenarios of a folder by their files, also cases. */
export function scenarioFiles(folder: string): string[] {
  return filesIn(folder, scenarioEndings)
}

/** Files of a folder with one of these endings, in order. A folder that cannot be read has none. */
function filesIn(folder: string, endings: readonly string[]): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => endings.some((ending) => file.endsWith(ending)))
      .toSorted()
  } catch {
    return []
  }
}

/** Copies a scenario into a folder, which is made if it is missing. `conflict` if the folder has a file of this name: nothing is replaced. */
export async function copyScenario(from: string, folder: string): Promise<Result<void>> {
  const name = path.basename(from)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await copyFile(from, path.join(folder, name), constants.COPYFILE_EXCL)
    return ok(undefined)
  } catch (thrown) {
    if (errnoOf(thrown) === 'EEXIST') return fail('conflict', `Your scenarios already include ${name}. Rename or remove it first.`)
    return errnoFault(thrown, `copy ${name}`)
  }
}

/** The largest case that becomes a scenario, bytes. */
const caseBytes = 4 * 1024 * 1024

/**
 * Reads one scenario file, or a case (`.jsonl`). Faults name the file and the place in it.
 * @param chips two letters of the links that a case can be played on, by protocol.
 */
export async function readScenarioFile(file: string, chips: ReadonlyMap<string, string> = new Map()): Promise<Result<Scenario>> {
  const isCase = file.endsWith('.jsonl')
  const most = isCase ? caseBytes : scenarioLimits.file
  const what = path.basename(file)
  let text: string
  try {
    const stats = await stat(file)
    if (!stats.isFile()) return fail('invalid', `${what} is not a file.`)
    if (stats.size > most) return fail('too-large', `${what} has ${stats.size} bytes; the limit is ${most}.`)
    text = await readFile(file, 'utf8')
  } catch (thrown) {
    return errnoFault(thrown, `read ${what}`)
  }
  return isCase ? scenarioOfCase(text, what, chips) : parseScenario(text, what)
}

/** Comparisons of field names while a file is parsed. A full scenario of 500 steps needs about 40,000. */
const mostCompared = 500_000

/**
 * Parses the text of a scenario file. A file of the allowed size must not block Patchbay or become a large value: no aliases, a bound on the field names that are
 * compared, which takes the square of their number, and a place for the first error only. Warnings would be printed with text of the file.
 */
export function parseScenario(text: string, what: string): Result<Scenario> {
  let compared = 0
  const uniqueKeys = (one: unknown, other: unknown): boolean => {
    if (++compared > mostCompared) throw new Error('It has too many fields.')
    return isScalar(one) && isScalar(other) && one.value === other.value
  }
  try {
    return readScenario(parse(text, { maxAliasCount: 0, uniqueKeys, prettyErrors: false, logLevel: 'error' }), what)
  } catch (thrown) {
    const line = thrown instanceof YAMLParseError ? `Line ${text.slice(0, thrown.pos[0]).split('\n').length}: ` : ''
    return fail('invalid', `${what} is not valid YAML.`, { detail: line + reasonOf(thrown) })
  }
}
