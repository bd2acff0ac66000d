import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { PlanRow, Round } from '../pure/api.ts'
import { reviewOf } from './review-state.ts'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { RawText } from '../../../renderer/ui/raw-text.tsx'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import type { DiffLayout } from './diff-rows.ts'
import { DiffSteps, DiffView } from './diff-view.tsx'
import { EditBody } from './edit-body.tsx'
import { linesText, rowVerbs } from './row-words.ts'
import { useDiff } from './use-diff.ts'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { useCodingAgent, codingAgentOf } from './slices.ts'

interface RowDetailProps {
  readonly round: Round
  readonly row: PlanRow
  readonly isOpen: boolean
  readonly confinement: string
}

/** Details of one row: its diff or exact text, and its result. */
export function RowDetail({ round, row, isOpen, confinement }: RowDetailProps): React.JSX.Element {
  const store = useStoreApi()
  const answer = useDiff(round, row)
  const change = useCodingAgent((state) => reviewOf(state).change)
  const [layout, setLayout] = useState<DiffLayout>('unified')
  const editing = useCodingAgent((state) => reviewOf(state).edits.get(row.index))
  const edit = (text: string | undefined): void => codingAgentOf(store.getState()).editRow(row.index, text)
  const key = `${round.session}/${round.sequence}/${row.index}`
  const diff = answer?.ok === true ? answer.value : undefined
  const body = row.type === 'RUN_COMMAND' ? row.text : diff?.body
  const canEdit = isOpen && body !== undefined && row.state !== 'refused' && row.state !== 'after done'
  const decide = (text: string | null): void => {
    edit(undefined)
    codingAgentOf(store.getState()).decideRows([{ index: row.index, body: text }])
  }
  const what = row.path === undefined ? 'the command' : visibleString(row.path)
  return (
    <div id="row-detail" className="diff" role="group" tabIndex={-1} aria-label={`Row ${row.index}, ${rowVerbs[row.type].verb} ${what}`}>
      <header>
        <Title row={row} />
        {canEdit && editing === undefined && (
          <button type="button" className="btn small ghost" onClick={() => edit(body)}>
            <Pencil className="i" aria-hidden="true" /> Edit
          </button>
        )}
        {diff !== undefined && editing === undefined && (
          <DiffSteps
            diff={diff}
            layout={layout}
            change={change}
            onStep={(by) => codingAgentOf(store.getState()).moveChange(by)}
            onLayout={setLayout}
          />
        )}
      </header>
      {editing !== undefined && canEdit ? (
        <EditBody
          key={key}
          what={what}
          text={editing}
          isEdited={row.isEdited}
          onText={edit}
          onSave={() => decide(editing)}
          onReset={() => decide(null)}
          onClose={() => edit(undefined)}
        />
      ) : (
        <>
          {answer?.ok === false && (
            <div className="pad">
              <FieldFault fault={answer.fault} />
            </div>
          )}
          <Outcome row={row} />
          {diff === undefined ? (
            <Words row={row} confinement={confinement} />
          ) : (
            <DiffView key={`${key}/${layout}`} diff={diff} layout={layout} change={change} />
          )}
        </>
      )}
    </div>
  )
}

function Title({ row }: { readonly row: PlanRow }): React.JSX.Element {
  const { range } = row
  return (
    <>
      {row.path === undefined ? (
        <span className="ink">{rowVerbs[row.type].verb}</span>
      ) : (
        <code className="ink cut" title={visibleString(row.path)}>
          <VisibleText text={row.path} />
        </code>
      )}
      {range !== undefined && (
        <span className="dim small cut">
          {range.from === range.to ? 'line' : 'lines'} {linesText(range.from, range.to)}
          {row.added + row.removed > 0 && row.result?.success !== false && ` ${changeWords(range, row.added - row.removed)}`}
        </span>
      )}
    </>
  )
}

/** `become 12–20`: the new line numbers after growing by this many. */
function changeWords({ from, to }: { readonly from: number; readonly to: number }, growth: number): string {
  const isOne = from === to
  if (to + growth < from) return isOne ? 'goes' : 'go'
  return `${isOne ? 'becomes' : 'become'} ${linesText(from, to + growth)}`
}

/** The result of an applied row, with its command's output. */
function Outcome({ row }: { readonly row: PlanRow }): React.JSX.Element | null {
  const { result } = row
  if (result === undefined) return null
  return (
    <div className="pad outcome">
      <p className={result.success ? 'small' : 'small lost'}>
        <Glyph shape={result.success ? 'done' : 'no'} /> <VisibleText text={result.summary} />
      </p>
      {result.output !== undefined && result.output !== '' && <RawText className="raw output" label="Output" text={result.output} />}
    </div>
  )
}

const hints: { readonly [T in PlanRow['type']]?: string } = {
  READ_FILE: 'Its contents are added to the next outbox. Nothing is changed.',
  MESSAGE: 'For you to read. Nothing is run.',
  DONE: 'Applying this round ends the session.',
  PARSE_ERROR: 'Nothing in it is run. The next outbox reports it for correction.',
}

/** Rows without a diff: exact text and its meaning. */
function Words({ row, confinement }: { readonly row: PlanRow; readonly confinement: string }): React.JSX.Element {
  const isRun = row.type === 'RUN_COMMAND'
  const isSaid = row.type === 'MESSAGE' || row.type === 'DONE'
  const hint = row.result === undefined ? hints[row.type] : undefined
  return (
    <div className="pad words">
      {row.text !== undefined && isSaid && (
        <p className="said">
          <VisibleText text={row.text} />
        </p>
      )}
      {row.text !== undefined && !isSaid && (
        // It scrolls, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={isRun ? 'raw exact' : 'raw'} tabIndex={0} aria-label={isRun ? 'Exact command' : 'Text'}>
          <VisibleText text={row.text} />
        </pre>
      )}
      {isRun && (
        <p className="small dim">
          Runs in the folder of the session, 30&nbsp;s at most. <VisibleText text={confinement} />
        </p>
      )}
      {hint !== undefined && <p className="small dim">{hint}</p>}
      {isRun && row.text !== undefined && <CopyButton text={row.text} what="Command" />}
    </div>
  )
}
