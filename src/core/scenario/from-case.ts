import { parseJsonText } from '../json-text.ts'
import { caseLineSchema, type CaseEvent, type CaseHeader } from '../case/lines.ts'
import { counted } from '../count.ts'
import { fail, type Result } from '../fault.ts'
import { operatorName, readScenario, type Scenario } from './scenario.ts'

/** How much of a text is played: it fits into one line on every link. */
const textChars = 300
/** Time after the last message, for what is expected of it, seconds. */
const restSeconds = 30

/**
 * A scenario out of the lines of a case (docs/case.md): its agents say again what they said, at the same distances in time. What the operator said is left out,
 * since the person at the dashboard never acts. @param chips two letters of the links that can be spoken on, by protocol. Pure.
 */
export function scenarioOfCase(text: string, what: string, chips: ReadonlyMap<string, string>): Result<Scenario> {
  let header: CaseHeader | undefined
  const said: CaseEvent[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = parseJsonText(line, `Line ${index + 1} of ${what}`)
    if (!value.ok) return value
    const parsed = caseLineSchema.safeParse(value.value)
    if (!parsed.success) return fail('invalid', `Line ${index + 1} of ${what} is not a line of a case.`)
    if (parsed.data.type === 'patchbay-case') header = parsed.data
    else if (parsed.data.type === 'event' && parsed.data.kind === 'message' && chips.has(parsed.data.protocol)) said.push(parsed.data)
  }
  const { operator = operatorName } = header ?? {}
  const nameOf = (name: string): string =>
    name === operator
      ? operatorName
      : name
          .replaceAll(/[^A-Za-z0-9_-]/g, '-')
          .replace(/^(?![A-Za-z])/, 'a')
          .slice(0, 32)
  const played = said.filter(({ from, text: words }) => from !== operator && words.trim() !== '')
  const [first] = played
  if (header === undefined || first === undefined) return fail('invalid', `${what} has no messages of agents.`)
  const links = new Map<string, Set<string>>()
  for (const { from, to, protocol } of played)
    for (const name of [from, ...to].map(nameOf))
      if (name !== operatorName) links.set(name, (links.get(name) ?? new Set()).add(chips.get(protocol) ?? ''))
  const steps = played.map(({ at, from, to, protocol, text: words }) => ({
    at: Math.max(0, (at - first.at) / 1_000),
    link: chips.get(protocol),
    from: nameOf(from),
    ...(to.length > 0 && { to: [...new Set(to.map(nameOf))].slice(0, 8) }),
    do: 'say',
    text: words.slice(0, textChars),
  }))
  const last = Math.max(...steps.map(({ at }) => at))
  const speakers = [...new Set(steps.map(({ from }) => from))]
  const expected = speakers.slice(0, 40).map((who) => {
    const times = steps.filter(({ from }) => from === who).length
    return { title: `${who} is heard, ${counted(times, 'time')}`, see: 'message', who, count: times, after: last, within: restSeconds }
  })
  const title = (header.title.replaceAll(/\s+/g, ' ').trim() || 'A case').slice(0, 80)
  return readScenario(
    {
      title,
      about: `from a case, ${counted(links.size, 'agent')}`,
      duration: last + restSeconds,
      actors: [...links].map(([name, on]) => ({ name, links: [...on] })),
      steps,
      expect: expected,
    },
    what,
  )
}
