import { promptsOf } from './prompts.ts'
import type { WaitingPrompt } from './prompts.ts'
import { projectOf } from '../teams.ts'
import { useTeamAct } from '../use-team.ts'
import { FieldsDialog } from '../../../../renderer/features/common/fields-dialog.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../../renderer/features/state/use-close-overlay.ts'
import { declinePromptOverlay } from '../overlays.ts'

/** Declines a prompt of an agent; its sender is notified. */
export function DeclinePrompt(): React.JSX.Element | null {
  const open = useApp((state) => {
    const overlay = declinePromptOverlay.of(state)
    return overlay !== undefined
      ? promptsOf(state).find(({ link, item }) => link.id === overlay.link && item.id === overlay.prompt)
      : undefined
  })
  return open === undefined ? null : <DeclineDialog open={open} />
}

function DeclineDialog({ open: { link, item } }: { readonly open: WaitingPrompt }): React.JSX.Element {
  const close = useCloseOverlay()
  const toast = useApp((state) => state.toast)
  const project = useApp((state) => projectOf(state, link.id, item.project)?.name ?? item.project)
  const decline = useTeamAct(link.id, 'decline')
  const run = async (filled: { readonly reason?: string }): Promise<void> => {
    const done = await decline.run({ prompt: item.id, ...filled })
    if (!done.ok) return
    close()
    toast({ text: 'Prompt declined', detail: `@${item.agent}` })
  }
  return (
    <FieldsDialog
      keptAs={`decline ${link.id} ${item.id}`}
      title="Decline this prompt?"
      about={<VisibleText text={`${item.from} gets an error from ${item.agent} in ${project} instead of an answer.`} />}
      verb="Decline"
      isBusy={decline.isBusy}
      fault={decline.fault}
      fields={[{ name: 'reason', label: 'Reason', hint: 'Optional. Visible to everyone in the project.' }]}
      onSubmit={(_values, filled) => void run(filled)}
      onClose={close}
    />
  )
}
