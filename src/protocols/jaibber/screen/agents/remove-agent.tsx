import { localKey, localsOf } from './locals.ts'
import type { Local } from './locals.ts'
import { useTeamAct } from '../use-team.ts'
import { ConfirmDialog } from '../../../../renderer/features/links/confirm-dialog.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../../renderer/features/state/use-close-overlay.ts'
import { removeAgentOverlay } from '../overlays.ts'

/** Confirms the removal of a local agent. */
export function RemoveAgent(): React.JSX.Element | null {
  const local = useApp((state) => {
    const overlay = removeAgentOverlay.of(state)
    return overlay !== undefined ? localsOf(state).find((one) => one.key === localKey(overlay.link, overlay.agent)) : undefined
  })
  return local === undefined ? null : <RemoveDialog key={local.key} local={local} />
}

function RemoveDialog({ local: { link, agent } }: { readonly local: Local }): React.JSX.Element {
  const close = useCloseOverlay()
  const setDetail = useApp((state) => state.setDetail)
  const toast = useApp((state) => state.toast)
  const remove = useTeamAct(link.id, 'removeAgent')
  const { name } = agent.settings
  const isRunning = agent.state !== 'stopped'
  const run = async (): Promise<void> => {
    if (remove.isBusy || !(await remove.run({ agent: agent.id })).ok) return
    close()
    setDetail('agents', undefined)
    toast({ text: 'Agent removed', detail: name })
  }
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      exact={`Deletes the settings, log and standing approvals of ${name} in ${link.name}.${
        isRunning ? ' It is stopped first; an unfinished answer ends as an error.' : ''
      }`}
      about="Its messages stay in the feed."
      verb="Remove agent"
      isDanger
      fault={remove.fault}
      onConfirm={() => void run()}
      onClose={close}
    />
  )
}
