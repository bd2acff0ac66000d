import { hiddenCharacters } from '../../../core/text.ts'
import type { PlanRow, Round } from '../pure/api.ts'
import { CancelButton } from '../../../renderer/ui/cancel-button.tsx'
import { Dialog } from '../../../renderer/ui/dialog.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { RawText } from '../../../renderer/ui/raw-text.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { rowVerbs } from './row-words.ts'
import { useDiff } from './use-diff.ts'
import { useCodingAgent } from './slices.ts'

/** Maximum number of lines shown per file; only lines with hidden characters are. */
const linesShown = 20
const charsShown = 2_000

interface HiddenDialogProps {
  readonly round: Round
  readonly rows: readonly PlanRow[]
}

/** Confirms rows with hidden characters, showing their exact text. No key confirms. */
export function HiddenDialog({ round, rows }: HiddenDialogProps): React.JSX.Element {
  const askReview = useCodingAgent((state) => state.askReview)
  const applyPlan = useCodingAgent((state) => state.applyPlan)
  const close = (): void => askReview(undefined)
  return (
    <Dialog
      title="Apply text with hidden characters?"
      about={`A screen hides part of ${counted(rows.length, 'row')}. This is the exact text:`}
      footer={
        <>
          <CancelButton hasFocus onCancel={close} />
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
        <HiddenRow key={row.index} round={round} row={row} />
      ))}
    </Dialog>
  )
}

function HiddenRow({ round, row }: { readonly round: Round; readonly row: PlanRow }): React.JSX.Element {
  const answer = useDiff(round, row)
  const lines = answer?.ok === true ? hidingLines(answer.value.body ?? '') : []
  return (
    <section>
      <h3 className="small med mid">
        {row.index} {rowVerbs[row.type].verb}{' '}
        {row.path !== undefined && (
          <code className="ink">
            <VisibleText text={row.path} />
          </code>
        )}
      </h3>
      {(row.path === undefined || lines.length > 0) && (
        <RawText label={`Exact text of row ${row.index}`} text={row.path === undefined ? (row.text ?? '') : lines.join('\n')} />
      )}
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
  )
}

/** Lines of a file's new text with hidden characters, with their line numbers. A leading byte order mark does not count. */
function hidingLines(body: string): string[] {
  const found: string[] = []
  for (const [at, line] of body
    .replace(/^\ufeff/u, '')
    .split('\n')
    .entries()) {
    if (hiddenCharacters(`${line}\n`).length === 0) continue
    if (found.length === linesShown) return [...found, '…']
    found.push(`${at + 1}: ${line.slice(0, charsShown)}`)
  }
  return found
}
