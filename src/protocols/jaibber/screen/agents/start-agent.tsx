import { hiddenCharacters } from '../../../../core/text.ts'
import type { Local } from './locals.ts'
import { localKey, localsOf } from './locals.ts'
import { useTeamAct, useTeamAnswer } from '../use-team.ts'
import type { TeamOutput } from '../use-team.ts'
import { CancelButton } from '../../../../renderer/ui/cancel-button.tsx'
import { CopyButton } from '../../../../renderer/features/common/copy-button.tsx'
import { Dialog } from '../../../../renderer/ui/dialog.tsx'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { HiddenNote } from '../../../../renderer/ui/hidden-note.tsx'
import { RawText } from '../../../../renderer/ui/raw-text.tsx'
import { Term } from '../../../../renderer/ui/term.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../../renderer/features/state/use-close-overlay.ts'
import { startAgentOverlay } from '../overlays.ts'

/** Confirms the start of a local agent, with exactly what it may do from then on without asking again. */
export function StartAgent(): React.JSX.Element | null {
  const local = useApp((state) => {
    const overlay = startAgentOverlay.of(state)
    return overlay !== undefined ? localsOf(state).find((one) => one.key === localKey(overlay.link, overlay.agent)) : undefined
  })
  return local === undefined ? null : <StartDialog key={local.key} local={local} />
}

function StartDialog({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element {
  const close = useCloseOverlay()
  const toast = useApp((state) => state.toast)
  const terms = useTeamAnswer(link.id, 'startTerms', { agent: agent.id })
  const start = useTeamAct(link.id, 'startAgent')
  const { name, provider } = agent.settings
  const isCommand = provider.kind === 'command'
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
          ? 'Once started, it runs this command for every message that mentions it, without asking again.'
          : 'Once started, it answers every message that mentions it.'
      }
      footer={
        <>
          {terms?.ok === true && terms.value.command !== undefined && <CopyButton text={terms.value.command} what="Command" />}
          <CancelButton hasFocus onCancel={close} />
          <button
            type="button"
            className={hidden > 0 ? 'btn' : 'btn primary'}
            disabled={terms?.ok !== true}
            aria-busy={start.isBusy}
            onClick={() => void run()}
          >
            Start agent{' '}
          </button>
        </>
      }
      onClose={close}
    >
      {terms?.ok === false && <FieldFault fault={terms.fault} />}
      {terms?.ok === true && (
        <>
          {terms.value.command !== undefined && <RawText label="Exact command" text={terms.value.command} />}
          <dl className="kv wrap">
            {terms.value.terms.map(({ label, value }) => (
              <Term key={label} label={label} value={value} />
            ))}
          </dl>
          <HiddenNote number={hidden} />
        </>
      )}
      {start.fault !== undefined && <FieldFault fault={start.fault} />}
    </Dialog>
  )
}

function hiddenIn({ command = '', terms }: TeamOutput<'startTerms'>): number {
  return [command, ...terms.map((term) => term.value)].reduce((sum, text) => sum + hiddenCharacters(text).length, 0)
}
