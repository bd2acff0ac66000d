import type { CaseEvent, CaseHeader } from './lines.ts'

/** Classes of the bars beside names: `you` for the operator, `a1`–`a8` for who speaks, in order of appearance. Who never speaks has none. */
export type Hues = ReadonlyMap<string, string>

/** The classes of everybody who speaks in these events. */
export function huesOf({ operator }: Pick<CaseHeader, 'operator'>, events: readonly Pick<CaseEvent, 'from'>[]): Hues {
  const speakers = new Set(events.flatMap(({ from }) => (from === '' || from === operator ? [] : [from])))
  return new Map([[operator, 'you'], ...[...speakers].map((name, at): [string, string] => [name, `a${(at % 8) + 1}`])])
}
