import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../api/client.ts'
import { connectInProcess } from '../api/wires/in-process.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import type { Plan, PlannedAction } from '../core/scenario/plan.ts'
import { codeOf, planOn } from '../core/scenario/plan-on.ts'
import { operatorName, type Scenario } from '../core/scenario/scenario.ts'
import type { Stage } from '../core/scenario/stage.ts'
import type { Protocol } from '../core/protocol.ts'
import { openEngine } from '../engine/engine.ts'
import { errnoFault } from '../io/errno-fault.ts'
import { makeSimulationFolder, type SimulationFolder } from '../io/simulation-folder.ts'
import { openView, type View } from './view.ts'
import type { Pace } from './pace.ts'
import { isShown, look, type LinkCodes, type Open, type Verdict } from './judge.ts'

/** Real time that a message may take from its medium to the journal, and a link to come up, ms. */
const patienceMs = 10_000
/** Real time from one look at what is shown to the next, ms. */
const lookMs = 20
/** Real time to wait for an action of which it is not known what becomes visible, ms. */
const restMs = 300
/** How far the clock creeps from one look to the next: a rule that waits for some seconds is through in a fraction of them, ms. */
const creepMs = 100
/** The clock moves on by at most this much between two looks, ms. */
const strideMs = 250

export interface SimulationOptions {
  readonly scenario: Scenario
  readonly seed: number
  readonly pace: Pace
  /** The two letters of the links that take part; absent: those that the scenario names. */
  readonly links?: readonly string[] | undefined
  readonly protocols: readonly Protocol[]
  readonly version: string
  /** When it begins; ms. */
  readonly began: number
  readonly signal: AbortSignal
  /** Called with each expectation as it is met or missed. @param place which of the scenario's. */
  readonly onVerdict: (verdict: Verdict, place: number) => void
  /** Called once the links are up. */
  readonly onPlaces?: (places: readonly SimulatedLink[], workspace: SimulatedWorkspace) => void
  /** After it was played: everything is removed once this resolves. */
  readonly linger?: () => Promise<void>
  /** Called after each stretch of the scenario. */
  readonly onProgress?: (progress: SimulationProgress) => void
}

/** The workspace of a simulation, as a page has it. */
export interface SimulatedWorkspace {
  readonly client: Client
  readonly id: string
  readonly now: () => number
}

/** A link of a simulation, and where its actors write. */
export interface SimulatedLink {
  readonly protocol: string
  readonly name: string
  readonly place: string
}

/** How far a simulation is. */
export interface SimulationProgress extends Pick<SimulationReport, 'written' | 'seen' | 'slowestMs'> {
  /** ms of the scenario. */
  readonly passed: number
  /** Actions of the plan that were done. */
  readonly done: number
}

export interface SimulationReport {
  readonly verdicts: readonly Verdict[]
  /** Messages that actors wrote, how many of them Patchbay has seen, and the longest real time that one took, ms. */
  readonly written: number
  readonly seen: number
  readonly slowestMs: number
  /** What each actor wrote, by link and name. */
  readonly bytes: ReadonlyMap<string, string>
}

/**
 * Plays a scenario on real media in a throw-away workspace, with an engine of its own, and judges its expectations through the contract. The engine's clock is
 * the scenario's: it stands still while Patchbay reads, so a slow machine does not change a verdict. Leaves nothing behind.
 */
export async function simulate(options: SimulationOptions): Promise<Result<SimulationReport>> {
  const folder = await makeSimulationFolder()
  if (!folder.ok) return folder
  try {
    return await simulateIn(folder.value, options)
  } finally {
    await folder.value.remove()
  }
}

/** The same in folders that the caller made and removes. */
export async function simulateIn(
  folder: Pick<SimulationFolder, 'workspace' | 'data'>,
  options: SimulationOptions,
): Promise<Result<SimulationReport>> {
  const { scenario, protocols, began } = options
  const plan = planOn(scenario, protocols, options)
  if (!plan.ok) return plan
  const able = protocols.filter((protocol) => protocol.stage !== undefined)
  const clock = openClock(began)
  const stages = new Map<string, Stage>()
  const engine = await openEngine({
    dataDir: folder.data,
    shell: { kind: 'in-process' },
    protocols: able,
    log: () => undefined,
    version: options.version,
    now: clock.now,
    steady: clock.steady,
  })
  try {
    if (!engine.ok) return engine
    for (const protocol of able) {
      const code = codeOf(protocol)
      const cast = plan.value.cast.get(code)
      if (cast === undefined || protocol.stage === undefined) continue
      stages.set(code, await protocol.stage({ folder: folder.workspace, cast, operator: operatorName, now: clock.now }))
    }
    const unable = plan.value.actions.find((action) => action.do !== 'noise' && stages.get(action.link)?.plays(action.do) !== true)
    if (unable !== undefined) return fail('unsupported', `The link “${unable.link}” cannot play “${unable.do}”.`)
    const client = connectInProcess(engine.value.server, () => undefined)
    try {
      const view = await enter(client, folder.workspace, able, stages)
      if (!view.ok) return view
      options.onPlaces?.(view.value.places, { client, id: view.value.workspace, now: clock.now })
      const played = await play({ options, plan: plan.value, stages, clock, view: view.value.view, codes: view.value.codes })
      if (played.ok) await options.linger?.()
      return played
    } finally {
      client.close()
    }
  } catch (thrown) {
    // The disk on which the actors write.
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown
    return errnoFault(thrown, 'play the scenario')
  } finally {
    if (engine.ok) await engine.value.close()
    for (const stage of stages.values()) await stage.close()
  }
}

/** The clock of a scenario: it moves on when it is told to, and creeps while the runner waits for what needs time to become true. */
interface Clock {
  now(): number
  steady(): number
  /** How much of the scenario is over, ms. */
  passed(): number
  move(to: number): void
  creep(ms: number): void
}

function openClock(began: number): Clock {
  let passed = 0
  let crept = 0
  return {
    now: () => began + passed + crept,
    steady: () => passed + crept,
    passed: () => passed,
    move: (to) => void (passed = to),
    creep: (ms) => void (crept += ms),
  }
}

/** Opens the workspace with one link to each stage, and waits until they are up. */
async function enter(
  client: Client,
  folder: string,
  protocols: readonly Protocol[],
  stages: ReadonlyMap<string, Stage>,
): Promise<Result<{ workspace: string; view: View; codes: LinkCodes; places: readonly SimulatedLink[] }>> {
  const opened = await client.call('workspaces.open', { path: folder })
  if (!opened.ok) return opened
  const workspace = opened.value.id
  for (const protocol of protocols) {
    for (const link of stages.get(codeOf(protocol))?.links ?? []) {
      const added = await client.call('links.add', { workspace, protocol: protocol.info.id, ...link })
      if (!added.ok) return added
    }
  }
  const view = openView(client, workspace)
  const chips = new Map(protocols.map((protocol) => [protocol.info.id, codeOf(protocol)]))
  for (const ends = performance.now() + patienceMs; ; await sleep(lookMs)) {
    const { state } = await view.now()
    const staged = state.links.filter(({ protocol }) => stages.has(chips.get(protocol) ?? ''))
    const isUp = staged.every(({ status }) => status.lamp === 'up' || status.lamp === 'off')
    if (isUp) {
      const codes = new Map(state.links.map(({ id, protocol }) => [id, chips.get(protocol) ?? '']))
      return ok({ workspace, view, codes, places: staged.map(({ protocol, name, place }) => ({ protocol, name, place })) })
    }
    if (performance.now() > ends) {
      const down = staged.find(({ status }) => status.lamp !== 'up')
      return fail('timeout', `The link ${down?.name ?? ''} did not come up: ${down?.status.text ?? ''}`)
    }
  }
}

interface Playing {
  readonly options: SimulationOptions
  readonly plan: Plan
  readonly stages: ReadonlyMap<string, Stage>
  readonly clock: Clock
  readonly view: View
  readonly codes: LinkCodes
}

async function play({ options, plan, stages, clock, view, codes }: Playing): Promise<Result<SimulationReport>> {
  const { scenario, pace, signal, onVerdict, onProgress } = options
  // What is expected of a link that takes no part cannot be judged.
  const open: Open[] = scenario.expect.flatMap((expected, place) =>
    expected.link === undefined || stages.has(expected.link) ? [{ expected, place }] : [],
  )
  const bytes = new Map<string, string>()
  const expected = new Map<string, number>()
  const cut = new Set<string>()
  let written = 0
  let slowestMs = 0
  let isUntold = false

  const perform = async (action: PlannedAction): Promise<void> => {
    const stage = stages.get(action.link)
    if (stage?.plays(action.do) !== true) return
    const text = await stage.play(action)
    const key = `${action.link} ${action.from}`
    bytes.set(key, (bytes.get(key) ?? '') + text)
    if (action.do === 'cut') cut.add(action.link)
    if (action.do === 'restore') cut.delete(action.link)
    if (text === '' || action.do === 'raw' || action.do === 'noise' || action.do === 'reply') {
      isUntold = true
      return
    }
    written++
    expected.set(key, (expected.get(key) ?? 0) + 1)
  }
  const isHeard = (): boolean => [...expected].every(([key, count]) => cut.has(key.slice(0, 2)) || view.heard(codes, key) >= count)
  /** What is not a message of an actor has no number to wait for: waits until something comes and it is quiet. */
  const rest = async (): Promise<void> => {
    isUntold = false
    for (let [waited, before, quiet] = [0, view.count(), 0]; waited < restMs && quiet < 3; waited += 10) {
      await sleep(10)
      if (view.count() === before) quiet += quiet > 0 ? 1 : 0
      else [before, quiet] = [view.count(), 1]
    }
  }
  const judge = async (isOver: boolean): Promise<void> => {
    const shown = await view.now()
    for (const each of open) {
      if (each.verdict !== undefined) continue
      each.verdict = look(each, isShown(each.expected, shown, codes), clock.passed(), isOver)
      if (each.verdict !== undefined) onVerdict(each.verdict, each.place)
    }
  }
  const late = (): boolean =>
    open.some(
      ({ expected: { after, within, not }, verdict }) =>
        verdict === undefined && not !== true && (after + within) * 1_000 <= clock.passed(),
    )
  /** An expectation whose time is over and that is not met gets some real time, in which the clock creeps. */
  const settle = async (): Promise<void> => {
    const ends = performance.now() + patienceMs
    for (let crept = 0; late() && performance.now() < ends && !signal.aborted; crept += creepMs) {
      await judge(false)
      if (crept < patienceMs) clock.creep(creepMs)
      await sleep(lookMs)
    }
    await judge(true)
  }

  const duration = scenario.duration * 1_000
  let next = 0
  const seen = (): number => [...expected].reduce((sum, [key, count]) => sum + Math.min(count, view.heard(codes, key)), 0)
  const report = (): Pick<SimulationReport, 'written' | 'seen' | 'slowestMs'> => ({
    written,
    seen: seen(),
    slowestMs: Math.round(slowestMs),
  })
  for (let at = 0; at <= duration && !signal.aborted; at += strideMs) {
    await pace.next(strideMs, signal)
    if (signal.aborted) break
    clock.move(at)
    const first = next
    for (let action = plan.actions[next]; action !== undefined && action.at <= at; action = plan.actions[++next]) await perform(action)
    if (isUntold) await rest()
    if (next > first) {
      pace.acted()
      const since = performance.now()
      while (!isHeard() && performance.now() < since + patienceMs) await sleep(2)
      slowestMs = Math.max(slowestMs, performance.now() - since)
    }
    const isMoment = open.some(({ expected: { after, within }, verdict }) => verdict === undefined && (after + within) * 1_000 <= at)
    if (isMoment) await settle()
    else if (next > first || at % 1_000 === 0) await judge(false)
    onProgress?.({ ...report(), passed: at, done: next })
  }
  if (signal.aborted) return fail('cancelled', 'The simulation was stopped.')
  return ok({ ...report(), verdicts: open.flatMap(({ verdict }) => verdict ?? []), bytes })
}
