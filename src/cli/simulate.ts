import path from 'node:path'
import { fail, ok, type Result } from '../core/fault.ts'
import { momentText } from '../core/span-words.ts'
import { areLinks } from '../core/scenario/plan-on.ts'
import type { Scenario } from '../core/scenario/scenario.ts'
import { builtInScenarios, readScenarioFile, scenarioNames } from '../io/scenario-file.ts'
import { complainOf, printJson, printWords } from '../io/standard-streams.ts'
import { wrongUsage } from '../io/wrong-usage.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { endOfProcess } from './end-of-process.ts'
import type { Verdict } from '../simulation/judge.ts'
import { openPace } from '../simulation/pace.ts'
import { simulate } from '../simulation/run.ts'
import { version } from './version.ts'

/** Options of `patchbay simulate`, as checked by the command line. */
export interface SimulateCommand {
  readonly seed: number
  readonly speed: number
  readonly links?: readonly string[]
  readonly json?: boolean
}

/** `patchbay simulate`: plays scenarios and prints each expectation. Returns the exit code: 0, 1 if one is missed or something fails, 2 for a link that does not exist. */
export async function simulateScenario(given: string | undefined, command: SimulateCommand): Promise<number> {
  if (given === undefined) return list(command.json === true)
  const known = areLinks(command.links ?? [], await loadProtocols())
  if (!known.ok) return wrongUsage('--links', known.fault.message)
  const scenarios = await find(given)
  if (!scenarios.ok) return complainOf(scenarios.fault)
  const stop = new AbortController()
  void endOfProcess().then(() => stop.abort())
  let code = 0
  for (const scenario of scenarios.value) {
    if (scenarios.value.length > 1 && command.json !== true) await printWords(`${scenario.title}: ${scenario.about}`)
    code = Math.max(code, await playOne(scenario, command, stop.signal))
  }
  return code
}

async function playOne(scenario: Scenario, { seed, speed, links, json = false }: SimulateCommand, signal: AbortSignal): Promise<number> {
  const protocols = await loadProtocols()
  const ran = await simulate({
    scenario,
    seed,
    pace: openPace(speed),
    links,
    protocols,
    version,
    signal,
    began: Date.now(),
    onVerdict: (verdict) => void (json ? printJson([verdict]) : printWords(wordsOf(verdict))),
  })
  if (!ran.ok) return complainOf(ran.fault)
  const { verdicts, written, seen, slowestMs } = ran.value
  const met = verdicts.filter((verdict) => verdict.met).length
  if (json) await printJson([{ scenario: scenario.title, met, expected: verdicts.length, written, seen, slowestMs, seed }])
  else await printWords(`${met} of ${verdicts.length} met. Written ${written}, seen ${seen}, slowest ${slowestMs} ms, seed ${seed}.`)
  return met === verdicts.length && seen === written ? 0 : 1
}

async function list(json: boolean): Promise<number> {
  for (const name of scenarioNames(builtInScenarios)) {
    const read = await readScenarioFile(path.join(builtInScenarios, `${name}.yaml`))
    if (!read.ok) return complainOf(read.fault)
    const { title, about, duration } = read.value
    if (json) await printJson([{ name, title, about, duration }])
    else await printWords(`${name}: ${about}`)
  }
  return 0
}

/** A built-in scenario by its name, else a file, else all scenarios of a folder. */
async function find(given: string): Promise<Result<readonly Scenario[]>> {
  const names = scenarioNames(builtInScenarios)
  const place = path.resolve(given)
  const own = scenarioNames(place).map((name) => path.join(place, `${name}.yaml`))
  const files = names.includes(given) ? [path.join(builtInScenarios, `${given}.yaml`)] : own.length > 0 ? own : [place]
  const talking = given.endsWith('.jsonl') ? (await loadProtocols()).filter(({ info }) => info.takesMessages !== false) : []
  const chips = new Map(talking.map(({ info }) => [info.id, info.chip.toLowerCase()]))
  const found: Scenario[] = []
  for (const file of files) {
    const read = await readScenarioFile(file, chips)
    if (read.ok) found.push(read.value)
    else if (read.fault.code !== 'not-found') return read
    else return fail('not-found', `There is no scenario “${given}”. Built in: ${names.join(', ')}; or name a file or a folder.`)
  }
  return ok(found)
}

function wordsOf({ met, title, at }: Verdict): string {
  return `${met ? 'met   ' : 'missed'}  ${title}${at === undefined ? '' : ` (${momentText(at)})`}`
}
