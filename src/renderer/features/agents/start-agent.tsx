import { hiddenCharacters } from '../../../core/text.ts'
import type { Local } from '../../app/locals.ts'
import { localKey, localsOf } from '../../app/locals.ts'
import { useApp } from '../../app/store.ts'
import { useTeamAct, useTeamAnswer } from '../../app/use-team.ts'
import type { TeamOutput } from '../../app/use-team.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { counted } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Terms } from './terms.tsx'

/** Asks before an agent of this machine begins to answer: exactly what it may do from then on, without asking again. */
export function StartAgent(): React.JSX.Element | null {
  const local = useApp((state) => {
    const { overlay } = state
    return overlay?.kind === 'start agent' ? localsOf(state).find((one) => one.key === localKey(overlay.link, overlay.agent)) : undefined
  })
  return local === undefined ? null : <StartDialog key={local.key} local={local} />
}

function StartDialog({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const toast = useApp((state) => state.toast)
  const terms = useTeamAnswer(link.id, 'startTerms', { agent: agent.id })
  const start = useTeamAct(link.id, 'startAgent')
  const { name, provider } = agent.settings
  const isCommand = provider.kind === 'command'
  const close = (): void => setOverlay(undefined)
  const hidden = terms?.ok === true ? hiddenIn(terms.value) : 0
  const run = async (): Promise<void> => {
    if (start.isBusy || !(await start.run({ agent: agent.id })).ok) return
    close()
    toast({ text: 'Agent started', detail: name })
  }
  return (
    <Dialog
      title={
        <>
          Start <VisibleText text={name} />?
        </>
      }
      about={
        isCommand
          ? 'From then on it runs this command for every message that mentions it, without asking you again.'
          : 'From then on it takes every message that mentions it.'
      }
      footer={
        <>
          {terms?.ok === true && terms.value.command !== undefined && <CopyButton text={terms.value.command} what="Command" />}
          <span className="end" />
          <button type="button" className="btn" data-autofocus onClick={close}>
            Cancel <kbd>Esc</kbd>
          </button>
          <button
            type="button"
            className={hidden > 0 ? 'btn' : 'btn primary'}
            disabled={terms?.ok !== true}
            aria-busy={start.isBusy}
            onClick={() => void run()}
          >
            Start it
          </button>
        </>
      }
      onClose={close}
    >
      {terms?.ok === false && <FieldFault fault={terms.fault} />}
      {terms?.ok === true && (
        <>
          {terms.value.command !== undefined && <RawText label="Exact command" text={terms.value.command} />}
          <Terms terms={terms.value.terms} />
          {hidden > 0 && (
            <p className="fault small">
              <Glyph shape="over" /> {counted(hidden, 'character')} would hide text on a screen.{' '}
              {hidden === 1 ? 'It is used as it is.' : 'They are used as they are.'}
            </p>
          )}
        </>
      )}
      {start.fault !== undefined && <FieldFault fault={start.fault} />}
    </Dialog>
  )
}

function hiddenIn({ command = '', terms }: TeamOutput<'startTerms'>): number {
  return [command, ...terms.map((term) => term.value)].reduce((sum, text) => sum + hiddenCharacters(text).length, 0)
}
