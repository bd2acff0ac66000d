import type { HaltState } from '../../../core/halt.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** The question of a program that wants to resume: which one it is, and what started it. */
export function ResumeAsk({ ask }: { readonly ask: NonNullable<HaltState['ask']> }): React.JSX.Element {
  const declineResume = useApp((state) => state.declineResume)
  return (
    <section className="ask-box" aria-label="Question of the command line">
      <p className="med">
        <Glyph shape="needs" /> A program on this computer asks to resume
      </p>
      <ol className="mono small">
        {ask.processes.map((process, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a chain of parents; equal names are different processes
          <li key={index}>
            <span className="dim">{index === 0 ? 'asks' : 'started by'}</span> <VisibleText text={process} />
          </li>
        ))}
      </ol>
      <button type="button" className="btn small" onClick={() => void declineResume(ask.id)}>
        Decline
      </button>
    </section>
  )
}
