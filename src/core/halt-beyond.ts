import { andList } from './and-list.ts'
import { count, counted } from './count.ts'
import type { HaltBeyond, HaltLevel } from './halt.ts'
import { limits } from './limits.ts'
import { quotedName } from './quoted-name.ts'

const mostNamed = 3

/** What a table of Halt leaves out for want of room, what that means, and what the operator can do about it. @param stage of the table */
export function beyondWords(beyond: HaltBeyond, level: HaltLevel, stage: 'before' | 'after' | 'resume'): string {
  const { links, workspaces, named } = beyond
  const names = named.slice(0, mostNamed).map(quotedName)
  const more = workspaces - names.length
  const where = andList(more > 0 ? [...names, counted(more, names.length === 0 ? 'workspace' : 'more workspace')] : names)
  const what = `${counted(links, 'link')} in ${where} ${links === 1 ? 'is' : 'are'} not in this table, which has room for ${count(limits.haltRows)}.`
  if (stage === 'resume') return `${what} Nothing is said there.`
  const first = workspaces === 1 ? 'halt that workspace by itself first' : 'halt those workspaces one by one first'
  return `${what} ${means[level]} ${stage === 'before' ? `To reach them, ${first}.` : todo[level]}`
}

const means: Readonly<Record<HaltLevel, string>> = {
  ask: 'Agents there are not asked to stop.',
  stop: 'Agents there are refused, but their programs go on, and nobody is told.',
  cut: 'Agents there are refused, but their programs go on, nobody is told, and Patchbay stays connected.',
}

const off = 'turn off these links in the Links view'
const todo: Readonly<Record<HaltLevel, string>> = {
  ask: `Ask them yourself, or ${off}.`,
  stop: `Tell them yourself, or ${off}.`,
  // Nothing can be sent during a cut.
  cut: `To stop them, ${off}.`,
}
