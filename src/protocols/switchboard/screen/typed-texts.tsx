import { useNow } from '../../../renderer/features/state/clock.ts'
import type { TypedText } from '../pure/api.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { clockTime, duration, exactTime } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'

/** Commands of a terminal: text, sender, time, result and output. The newest is expanded. */
export function TypedTexts({ texts }: { readonly texts: readonly TypedText[] }): React.JSX.Element | null {
  const now = useNow()
  if (texts.length === 0) return null
  return (
    <section className="typed-texts" aria-label="Commands">
      <h3>Commands</h3>
      {texts.map((text, at) => (
        <details key={text.id} open={at === 0}>
          <summary title={visibleString(text.text.slice(0, 500))}>
            <Glyph shape={shapeOf(text)} />
            <code className="cut">
              <VisibleText text={text.text} />
            </code>
            <span className="who">
              <VisibleText text={text.by} />
            </span>
            <span className={text.exitCode === undefined || text.exitCode === 0 ? 'dim' : 'lost'}>{stateWords(text, now)}</span>
            <time className="age" dateTime={new Date(text.at).toISOString()} title={exactTime(text.at)}>
              {clockTime(text.at)}
            </time>
          </summary>
          {text.output !== undefined && text.output !== '' && (
            <pre aria-label="Output">
              <VisibleText text={text.output} />
            </pre>
          )}
        </details>
      ))}
    </section>
  )
}

function shapeOf({ state, exitCode }: TypedText): GlyphShape {
  if (state === 'waiting') return 'needs'
  if (state === 'running') return 'working'
  if (state === 'not run') return 'na'
  return exitCode === undefined || exitCode === 0 ? 'done' : 'no'
}

function stateWords({ state, beganAt, endedAt, exitCode }: TypedText, now: number): string {
  if (state === 'waiting') return 'waiting for you'
  if (state === 'not run') return 'not run'
  const took = beganAt === undefined ? '' : `, ${duration((endedAt ?? now) - beganAt)}`
  if (state === 'running') return `runs${took}`
  return exitCode === undefined ? 'typed' : `exit code ${exitCode}${took}`
}
