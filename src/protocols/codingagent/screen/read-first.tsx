import type { Plan, PlanRow } from '../pure/api.ts'
import { Glyph, type GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { count } from '../../../renderer/ui/time.ts'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { codingAgentOf } from './slices.ts'

/** Plans with fewer rows fit on one screen. */
const manyRows = 8
/** Maximum number of rows listed individually. */
const named = 12

interface Kind {
  /** Singular and plural. */
  readonly words: readonly [one: string, many: string]
  readonly tone: string
  readonly shape: GlyphShape
  readonly has: (row: PlanRow, plan: Plan) => boolean
}

/** What an operator should not overlook, most serious first. */
const kinds: readonly Kind[] = [
  { words: ['refused', 'refused'], tone: 'lost', shape: 'no', has: (row) => row.state === 'refused' },
  { words: ['stale', 'stale'], tone: 'needs', shape: 'over', has: (row) => row.state === 'stale' },
  {
    words: ['may be secret', 'may be secret'],
    tone: 'needs',
    shape: 'over',
    has: ({ guard }) => guard === 'secret' || guard === 'ignored',
  },
  { words: ['runs by itself', 'run by themselves'], tone: 'needs', shape: 'over', has: ({ guard }) => guard === 'runs by itself' },
  { words: ['hides characters', 'hide characters'], tone: 'needs', shape: 'over', has: ({ hidden }) => hidden.length > 0 },
  {
    words: ['risky command', 'risky commands'],
    tone: 'needs',
    shape: 'over',
    has: ({ line }, { lint }) => lint.some((finding) => finding.rule === 'CA012' && finding.line === line),
  },
]

/** Rows of a long plan that are easily overlooked, by reason. */
export function ReadFirst({ plan }: { readonly plan: Plan }): React.JSX.Element | null {
  const store = useStoreApi()
  if (plan.rows.length < manyRows) return null
  const found = kinds
    .map((kind) => ({ ...kind, rows: plan.rows.filter((row) => kind.has(row, plan)) }))
    .filter(({ rows }) => rows.length > 0)
  if (found.length === 0) return null
  return (
    <section className="read-first small" aria-label="Review first">
      <h3 className="med">Review first</h3>
      {found.map(({ words, tone, shape, rows }) => (
        <p key={words[0]}>
          <span className={tone}>
            <Glyph shape={shape} /> {count(rows.length)} {words[rows.length === 1 ? 0 : 1]}
          </span>
          {rows.slice(0, named).map(({ index }) => (
            <button
              key={index}
              type="button"
              className="link"
              aria-label={`Row ${index}, ${words[0]}`}
              onClick={() => codingAgentOf(store.getState()).chooseRow(index)}
            >
              {index}
            </button>
          ))}
          {rows.length > named && <span className="dim">and {count(rows.length - named)} more</span>}
        </p>
      ))}
    </section>
  )
}
