import type { HaltBeyond, HaltLevel, HaltRow, HaltScope, HaltState } from '../../../core/halt.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { clockTime, count, counted } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { andList } from '../../../core/and-list.ts'

/** What each level does, in the order of their keys. */
export const levelWords: readonly { readonly level: HaltLevel; readonly label: string; readonly key: string; readonly what: string }[] = [
  { level: 'ask', label: 'Ask', key: '1', what: 'Says stop. Ends nothing and refuses nothing.' },
  { level: 'stop', label: 'Stop', key: '2', what: 'Also ends what runs here and refuses tools and Apply.' },
  { level: 'cut', label: 'Cut', key: '3', what: 'Also leaves every network link. Files are still read; nothing is sent.' },
]

const namesListed = 3

/** `coder, reviewer and 4 more`; a name that reads as a word of the sentence is in quotes. */
export function nameList(names: readonly string[], most = namesListed): string {
  const shown = names.slice(0, most).map((name) => visibleString(quotedName(name)))
  const more = names.length - shown.length
  return andList(more > 0 ? [...shown, `${count(more)} more`] : shown)
}

/** Whom a halt is for. */
export function scopeWords(scope: HaltScope, workspaces: readonly Workspace[]): string {
  if (scope.kind === 'all') return 'everything'
  if (scope.kind === 'agents') return nameList(scope.agents)
  return visibleString(workspaces.find(({ id }) => id === scope.workspace)?.name ?? 'this workspace')
}

/** Names the workspace of a row, where rows are of more than one. */
export function workspaceNames(rows: readonly HaltRow[], workspaces: readonly Workspace[]): (row: HaltRow) => string | undefined {
  if (new Set(rows.map(({ workspace }) => workspace)).size < 2) return () => undefined
  const names = new Map(workspaces.map(({ id, name }) => [id, name]))
  return ({ workspace }) => names.get(workspace) ?? 'another workspace'
}

/** `IRC`, or `IRC, berth`: how a row is called where it has no column. */
export function rowName({ name }: HaltRow, workspace: string | undefined): string {
  return [name, ...(workspace === undefined ? [] : [workspace])].map(visibleString).join(', ')
}

/** Places of texts, each once. */
export function placesOf(says: HaltRow['says']): readonly string[] {
  return [...new Set(says.map(({ place }) => place))]
}

/** The last line of the table: what the ticked rows do together. */
export function sumOf(rows: readonly HaltRow[]) {
  const ends = rows.reduce((sum, row) => sum + row.ends.length, 0)
  const says = rows.flatMap((row) => row.says)
  const places = rows.reduce((sum, row) => sum + placesOf(row.says).length, 0)
  return {
    ends: ends === 0 ? undefined : counted(ends, 'program'),
    says: `${counted(says.length, 'text')}, ${counted(places, 'place')}`,
    cannot: namesOf(rows, ({ cannot }) => cannot.names),
  }
}

/** Names over all rows, each once, in the order of the rows. */
export function namesOf(rows: readonly HaltRow[], of: (row: HaltRow) => readonly string[]): readonly string[] {
  return [...new Set(rows.flatMap(of))]
}

function isTold({ says }: HaltRow): boolean {
  return says.some(({ step }) => step === 'done')
}

/** Who was stopped, who was told and who was not, so far. */
export function reachOf(rows: readonly HaltRow[]) {
  const stopped = rows.flatMap(({ ends }) => ends.flatMap(({ step, what }) => (step === 'done' ? [what] : [])))
  const told = namesOf(rows.filter(isTold), ({ hears, lost }) => hears.filter((name) => !lost.includes(name)))
  const meant = namesOf(rows, ({ hears, lost, cannot }) => [...hears, ...lost, ...cannot.names])
  return { stopped, told, unreached: meant.filter((name) => !told.includes(name)) }
}

/** On how many links something does not end or was not left. */
export function troubleOf({ rows }: Pick<HaltState, 'rows'>): number {
  return rows.filter(({ ends, leaves }) => [...ends, ...(leaves === undefined ? [] : [leaves])].some(({ step }) => step === 'failed'))
    .length
}

/** `88 links not in the table`. */
export function beyondShort({ links }: HaltBeyond): string {
  return `${counted(links, 'link')} not in the table`
}

/** `you`, or who else. */
export function byWords(by: string): string {
  return by === 'operator' ? 'you' : visibleString(by)
}

/** `10:17`. */
export function haltTime(at: number): string {
  return clockTime(at).slice(0, 5)
}

/** What the operator reads for a level. */
export function levelLabel(level: HaltLevel): string {
  return levelWords.find((each) => each.level === level)?.label ?? level
}

/** Said once, when a halt takes effect. */
export function spokenHalt(halt: HaltState): string {
  return [spokenReach(halt), ...(halt.beyond === undefined ? [] : [`${beyondShort(halt.beyond)}.`])].join(' ')
}

function spokenReach({ talking, rows, level, scope }: HaltState): string {
  if (level === 'ask') return 'Asked to stop. Nothing is refused.'
  const who = scope.kind === 'agents' ? `Halted ${nameList(scope.agents)}.` : 'Halted.'
  if (talking.length > 0) return `${who} ${counted(talking.length, 'agent')} still ${talking.length === 1 ? 'talks' : 'talk'}.`
  const free = namesOf(rows, ({ cannot }) => cannot.names).length
  return free === 0 ? who : `${who} ${counted(free, 'name')} cannot be forced to stop.`
}

/** What a link still does while halted; undefined: it goes on, because only some agents are halted. */
export function haltedWord(halt: HaltState | undefined, link: string): string | undefined {
  if (halt === undefined || halt.scope.kind === 'agents') return undefined
  const row = halt.rows.find((each) => each.link === link)
  if (row?.leaves?.step === 'done') return 'left'
  return row !== undefined && row.refuses.length > 0 ? 'refusing' : 'reading only'
}
