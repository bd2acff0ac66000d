import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { useOpenSession } from './use-open-session.ts'
import type { ApplyMode as Mode, SessionRow } from '../pure/api.ts'
import { CancelButton } from '../../../renderer/ui/cancel-button.tsx'
import { Dialog } from '../../../renderer/ui/dialog.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import type { Fault } from '../../../core/fault.ts'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useCodingAgent } from './slices.ts'

const modes = ['ask', 'files', 'all'] as const satisfies readonly Mode[]

const words: Readonly<Record<Mode, { readonly label: string; readonly hint: string }>> = {
  ask: { label: 'ask every time', hint: 'nothing is applied until you confirm' },
  files: { label: 'auto for files', hint: 'commands wait for you' },
  all: { label: 'auto for all', hint: 'files and commands, as replies arrive' },
}

/** Menu for when replies of this session are applied. Automatic modes are confirmed first. */
export function ApplyMode({ session }: { readonly session: SessionRow }): React.JSX.Element {
  const callHome = useCodingAgent((state) => state.callHome)
  const toast = useApp((state) => state.toast)
  const open = useOpenSession()
  const [wanted, setWanted] = useState<Mode>()
  const [fault, setFault] = useState<Fault>()
  const choose = async (mode: Mode): Promise<void> => {
    const changed = await callHome('mode', { session: session.id, mode })
    setFault(changed.ok ? undefined : changed.fault)
    if (!changed.ok) return
    setWanted(undefined)
    toast({ text: `Apply: ${words[mode].label}` })
  }
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <button type="button" className="btn ghost select" disabled={open?.view?.readOnly !== undefined}>
            <span className="wide">Apply: </span>
            {words[session.mode].label} <ChevronDown className="i" aria-hidden="true" />
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4} aria-label="When replies are applied">
            <DropdownMenu.RadioGroup value={session.mode}>
              {modes.map((mode) => (
                <DropdownMenu.RadioItem
                  key={mode}
                  className="mi"
                  value={mode}
                  onSelect={() => (mode === 'ask' ? void choose(mode) : mode === session.mode ? undefined : setWanted(mode))}
                >
                  <span className="agent">
                    <Check className="i" aria-hidden="true" visibility={mode === session.mode ? 'visible' : 'hidden'} />
                    {words[mode].label}
                  </span>
                  <span className="dim">{words[mode].hint}</span>
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {wanted !== undefined && wanted !== 'ask' && (
        <Dialog
          title={wanted === 'files' ? 'Apply files without asking?' : 'Apply everything without asking?'}
          about={
            <>
              Session <span className="mono meta">{session.id}</span>, while it is open
            </>
          }
          footer={
            <>
              <CancelButton hasFocus onCancel={() => setWanted(undefined)} />
              <button type="button" className="btn danger" onClick={() => void choose(wanted)}>
                {wanted === 'files' ? 'Apply files automatically' : 'Apply everything automatically'}
              </button>
            </>
          }
          onClose={() => setWanted(undefined)}
        >
          <Meaning mode={wanted} workspace={session.workspace} confinement={open?.view?.confinement ?? ''} />
          {fault !== undefined && <FieldFault fault={fault} />}
        </Dialog>
      )}
    </>
  )
}

interface MeaningProps {
  readonly mode: 'files' | 'all'
  readonly workspace: string
  readonly confinement: string
}

/** What an automatic mode allows. */
function Meaning({ mode, workspace, confinement }: MeaningProps): React.JSX.Element {
  return (
    <ul className="means small">
      <li>
        Files in <code className="ink">{<VisibleText text={workspace} />}</code> are created, changed and deleted as soon as a reply
        arrives.
      </li>
      {mode === 'files' ? (
        <li>Shell commands still wait for you, and so do the commands after them.</li>
      ) : (
        <li className="lost">
          <Glyph shape="over" /> Shell commands run as soon as a reply arrives, before you read them. They can’t be undone.
        </li>
      )}
      {mode === 'all' && confinement !== '' && (
        <li>
          <VisibleText text={confinement} />
        </li>
      )}
      <li>You are still asked about hidden characters, reads of possible secrets and changes to files that run automatically.</li>
      <li>File changes of every round can be rolled back.</li>
    </ul>
  )
}
