import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { fail, reasonOf, type Result } from '../core/fault.ts'
import { readScenario, scenarioLimits, type Scenario } from '../core/scenario/scenario.ts'
import { errnoFault } from './errno-fault.ts'

/** The scenarios that Patchbay brings. */
export const builtInScenarios = path.join(import.meta.dirname, '..', '..', 'resources', 'scenarios')

/** Names of the scenarios in a folder: its `.yaml` files, without the ending, in order. A folder that cannot be read has none. */
export function scenarioNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => file.slice(0, -5))
      .toSorted()
  } catch {
    return []
  }
}

/** Reads one scenario file. Faults name the file and the place in it. */
export async function readScenarioFile(file: string): Promise<Result<Scenario>> {
  const what = path.basename(file)
  let text: string
  try {
    const stats = statSync(file)
    if (!stats.isFile()) return fail('invalid', `${what} is not a file.`)
    if (stats.size > scenarioLimits.file)
      return fail('too-large', `${what} has ${stats.size} bytes; the limit of a scenario is ${scenarioLimits.file}.`)
    text = await readFile(file, 'utf8')
  } catch (thrown) {
    return errnoFault(thrown, `read ${what}`)
  }
  return parseScenario(text, what)
}

/** Parses the text of a scenario file. No aliases: a short file must not become a large one. */
export function parseScenario(text: string, what: string): Result<Scenario> {
  try {
    return readScenario(parse(text, { maxAliasCount: 0 }), what)
  } catch (thrown) {
    return fail('invalid', `${what} is not valid YAML.`, { detail: reasonOf(thrown) })
  }
}
