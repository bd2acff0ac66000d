import type { PlanRow } from '../../../protocols/codingagent/pure/api.ts'
import { useApp } from '../../app/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { counted } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { rowVerbs } from './row-words.ts'

/** Asks once more for rows in which a screen would hide something, with their whole text. No key says yes. */
export function HiddenDialog({ rows }: { readonly rows: readonly PlanRow[] }): React.JSX.Element {
  const askReview = useApp((state) => state.askReview)
  const applyPlan = useApp((state) => state.applyPlan)
  const close = (): void => askReview(undefined)
  return (
    <Dialog
      title="Apply text with hidden characters?"
      about={`${counted(rows.length, 'row')} would look different on a screen. What is applied is this:`}
      footer={
        <>
          <span className="end" />
          <button type="button" className="btn" data-autofocus onClick={close}>
            Cancel <kbd>Esc</kbd>
          </button>
          <button
            type="button"
            className="btn danger"
            onClick={() => {
              close()
              void applyPlan(true)
            }}
          >
            Apply anyway
          </button>
        </>
      }
      onClose={close}
    >
      {rows.map((row) => (
        <section key={row.index}>
          <h3 className="small med mid">
            {row.index} {rowVerbs[row.type].verb}
          </h3>
          {/* It scrolls, so the keyboard must reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="raw" tabIndex={0} aria-label={`Exact text of row ${row.index}`}>
            <VisibleText text={row.path ?? row.text ?? ''} />
          </pre>
          {row.path !== undefined && (
            <p className="fault small">
              <Glyph shape="over" /> Hides{' '}
              {row.hidden.map((label, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- labels may repeat and never move
                <span key={at} className="ctrl">
                  <VisibleText text={label} />
                </span>
              ))}
            </p>
          )}
        </section>
      ))}
    </Dialog>
  )
}
