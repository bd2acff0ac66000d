import { momentText } from '../../../core/span-words.ts'
import type { Script, SimulationRun } from '../../../api/simulations.ts'
import type { GlyphShape } from '../../ui/glyph.tsx'
import { count, counted, duration } from '../../ui/time.ts'
import type { SimulateForm } from './state/simulate-slice.ts'

/** `5 m`, `1 m 10 s`. @param seconds a scenario takes. */
export function lengthText(seconds: number): string {
  return duration(seconds * 1_000).replace(/(?<=m) 00\u00a0s$/, '')
}

type Expected = Script['expect'][number]
type Row = Script['rows'][number]

/** Where the operator would see it. */
const places: Readonly<Record<string, string>> = {
  agent: 'Agents',
  message: 'Feed',
  doubt: 'Feed',
  gap: 'Feed',
  restart: 'Feed',
  debt: 'Board, Flow',
  link: 'Links',
}

/** `Needs me, within 5 s of 0:38`. */
export function expectedText({ see, after, within, not, exact }: Expected): string {
  const from = momentText(after * 1_000)
  const where = places[see] ?? 'Needs me'
  if (not) return `${where}, never from ${from} to ${momentText((after + within) * 1_000)}`
  return `${where}, within ${within}\u00a0s of ${from}${exact ? ', not before' : ''}`
}

/** `2 of 5`: expectations that are met, of those that this run can meet. */
export function metText({ expect }: Pick<Script, 'expect'>, run: SimulationRun | undefined): string {
  const met = run?.verdicts.filter((verdict) => verdict.met).length ?? 0
  return `${met} of ${expect.filter(({ isLeftOut }) => !isLeftOut).length}`
}

/** What is known of an expectation: its sign, the word for it, and a time. @param place of the expectation. */
export function standingOf(
  expected: Expected,
  place: number,
  run: SimulationRun | undefined,
): { readonly shape: GlyphShape; readonly word: string; readonly time: string } {
  if (expected.isLeftOut) return { shape: 'na', word: 'left out', time: 'left out' }
  const verdict = run?.verdicts.find((each) => each.place === place)
  if (verdict !== undefined) {
    const time = verdict.at === undefined ? '' : momentText(verdict.at)
    return verdict.met ? { shape: 'done', word: 'met', time } : { shape: 'no', word: 'missed', time: time === '' ? 'missed' : time }
  }
  const ends = (expected.after + expected.within) * 1_000
  if (run === undefined || run.passed < expected.after * 1_000 || run.state === 'stopped' || run.state === 'failed')
    return { shape: 'off', word: 'not yet', time: '' }
  return { shape: 'half', word: 'awaited', time: run.passed < ends ? `${Math.ceil((ends - run.passed) / 1_000)}\u00a0s left` : '' }
}

/** `deadlock`: what the command line calls a scenario that is built in. */
const nameOf = (file: string): string => file.replace(/\.yaml$/, '')

/** The same simulation on the command line. @param folder of own scenarios. @param links that take part. */
export function commandOf({ scenario, seed, speed }: SimulateForm, folder: string, links: readonly string[]): string {
  // One that was opened is a path already.
  const own = /[/\\]/.test(scenario.file) ? scenario.file : `${folder}/${scenario.file}`
  const what = scenario.isOwn ? own : nameOf(scenario.file)
  const quoted = /^[\w./@~:-]+$/.test(what) ? what : `'${what.replaceAll("'", String.raw`'\''`)}'`
  return `patchbay simulate ${quoted} --seed ${seed} --speed ${speed} --links ${links.join(',')}`
}

/** What happens where nobody says anything. */
const silent: Readonly<Partial<Record<Row['do'], string>>> = {
  cut: 'The link is cut off: nothing that is said on it arrives.',
  restore: 'The link is back.',
  leave: 'Its connection breaks, without a goodbye.',
  return: 'It is connected again.',
}

/** What a row of the script does, after its verb. */
export function rowText({ do: deed, text, times }: Row): string {
  if (deed === 'noise') return `${counted(times, 'line')} of tools`
  const words = silent[deed] ?? text
  return times > 1 ? `${words} (${count(times)} times)` : words
}

/** How a run ended, for the list. */
export function resultText(run: SimulationRun): string {
  const missed = run.verdicts.filter(({ met }) => !met).length
  if (run.state === 'failed') return 'not played'
  if (run.state === 'stopped') return `stopped at ${momentText(run.passed)}`
  if (run.seen < run.written) return `${count(run.written - run.seen)} not seen`
  return missed > 0 ? `${missed} missed` : `${run.verdicts.length} of ${run.verdicts.length}`
}

/** True if it was played to its end, everything expected was met, and every message was seen. */
export function isGood({ state, verdicts, seen, written }: SimulationRun): boolean {
  return state === 'ended' && seen >= written && verdicts.every(({ met }) => met)
}
