import { useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import { draftKey, placeName } from '../../../../renderer/features/state/draft.ts'
import { useTeamAct } from '../use-team.ts'
import { FormDialog } from '../../../../renderer/features/common/form-dialog.tsx'
import { RawText } from '../../../../renderer/ui/raw-text.tsx'
import { counted, sizeText } from '../../../../renderer/ui/time.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp, useStoreApi } from '../../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../../renderer/features/state/use-close-overlay.ts'
import { sendPartsOverlay } from '../overlays.ts'
import './send-parts.css'

const partShown = 2_000

/** Shows the messages that a long text is split into, and publishes them in order. */
export function SendParts(): React.JSX.Element | null {
  const asked = useApp(sendPartsOverlay.of)
  return asked === undefined ? null : <Parts link={asked.link} project={asked.project} parts={asked.parts} />
}

interface PartsProps {
  readonly link: string
  readonly project: string
  readonly parts: readonly string[]
}

function Parts({ link, project, parts }: PartsProps): React.JSX.Element {
  const store = useStoreApi()
  const close = useCloseOverlay()
  const setOverlay = useApp((state) => state.setOverlay)
  const toast = useApp((state) => state.toast)
  const name = useApp((state) => placeName(state, link, project))
  const send = useTeamAct(link, 'sendParts')
  /** Why the rest of the last try was not sent; `parts` now holds that rest. */
  const [stopped, setStopped] = useState<Fault>()
  const run = async (): Promise<void> => {
    setStopped(undefined)
    const key = draftKey(store.getState())
    const textNow = (): string => store.getState().drafts.get(key)?.text ?? ''
    const before = textNow()
    const sent = await send.run({ project, parts: [...parts] })
    if (!sent.ok) return
    const { ids, stopped: why } = sent.value
    const rest = why === undefined ? [] : parts.slice(ids.length)
    // Sent parts must not be sent twice, and unsent ones must not be lost.
    const now = textNow()
    // Nor must what was written since be replaced, here or in another conversation.
    store.getState().editDraft({ text: now.startsWith(before) ? rest.join('') + now.slice(before.length) : now }, key)
    if (why !== undefined && rest.length > 0) {
      setStopped({
        ...why,
        message: `${ids.length} of ${counted(parts.length, 'message')} sent; the rest is shown here: ${why.message}`,
      })
      // The rest is in the composer as well.
      return close()
        ? setOverlay(sendPartsOverlay({ link, project, parts: rest }))
        : toast({ text: `${ids.length} of ${counted(parts.length, 'message')} sent`, detail: why.message, isFault: true })
    }
    close()
    toast({ text: `${counted(parts.length, 'message')} sent`, detail: name })
  }
  return (
    <FormDialog
      className="dlg parts"
      title={`Send as ${counted(parts.length, 'message')}`}
      about={
        <>
          To <VisibleText text={name} />, in this order. Agents answer only messages that mention them.
        </>
      }
      verb={send.isBusy ? 'Sending…' : `Send ${counted(parts.length, 'message')}`}
      isBusy={send.isBusy}
      // Without an answer some may have been sent: a second try would send them twice.
      canSubmit={send.fault === undefined}
      fault={send.fault ?? stopped}
      onSubmit={() => void run()}
      onClose={close}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <ol className="part-list" tabIndex={0} data-autofocus aria-label="Messages">
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity and never move
          <li key={index}>
            <p className="small dim">
              {index + 1} of {parts.length} · {sizeText(new TextEncoder().encode(part).length)}
            </p>
            <RawText className="raw short" label={`Message ${index + 1}`} text={part} most={partShown} />
          </li>
        ))}
      </ol>
    </FormDialog>
  )
}
