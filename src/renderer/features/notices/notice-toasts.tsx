import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import './notices.css'
import { Glyph } from '../../ui/glyph.tsx'
import { LineText } from '../../ui/line-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { noticeVerbWords, type Notice, type NoticeVerb } from '../../../core/notice.ts'
import { useReadTime } from '../common/use-read-time.ts'
import type { Hold } from '../common/use-hold.ts'
import { useSteady } from '../common/use-steady.ts'
import { useApp } from '../state/store.ts'

/** With those that are gone and stay under the pointer. */
const mostShown = 6

/**
 * Notifications in the window, where no system shows them. They come by themselves, and others decide when: so none changes place under the pointer, and a button
 * works only after what it belongs to has stood there for as long as it takes to read it.
 */
export function NoticeToasts({ hold, place }: { readonly hold: Hold; readonly place: string }): React.JSX.Element {
  const notices = useApp((state) => state.noticeToasts)
  const open = useApp((state) => state.openNotice)
  const closeNotice = useApp((state) => state.closeNotice)
  const [dismissed, setDismissed] = useState<readonly Notice[]>([])
  const shown = useSteady(notices, idOf, hold.isIn)
    .flatMap(({ item }) => (dismissed.includes(item) ? [] : [item]))
    .slice(0, mostShown)
  const stack = useRef<HTMLDivElement>(null)
  const read = useReadTime([place, ...shown.map(({ id, title, body }) => `${id} ${title} ${body}`)].join('\n'))
  const close = (notice: Notice): void => {
    hold.free()
    setDismissed([...dismissed.slice(-mostShown), notice])
    closeNotice(notice.id)
    moveFocus(stack.current)
  }
  const act = (notice: Notice, verb: NoticeVerb): void => {
    if (!read.check()) return
    close(notice)
    void open(notice, verb)
  }
  return (
    <div
      ref={stack}
      className="stack"
      role={shown.length > 0 ? 'region' : undefined}
      aria-label={shown.length > 0 ? 'Notifications' : undefined}
    >
      {shown.map((notice) => (
        <div key={notice.id} className="toast notice" role="group" aria-label={notice.title} style={{ order: hold.orderOf(notice.id) }}>
          <Glyph shape="needs" />
          <div className="told">
            {notice.workspace === '' ? (
              <b className="med two-lines">
                <VisibleText text={notice.title} />
              </b>
            ) : (
              <button type="button" className="plain" aria-disabled={!read.isOver} onClick={() => act(notice, 'open')}>
                <b className="med two-lines">
                  <VisibleText text={notice.title} />
                </b>
              </button>
            )}
            {notice.body !== undefined && (
              <p className="mid two-lines">
                <LineText text={notice.body} />
              </p>
            )}
            {notice.workspace !== '' && (
              <p className="acts">
                {(notice.verbs ?? ['open' as const]).map((verb) => (
                  <button key={verb} type="button" className="btn small" aria-disabled={!read.isOver} onClick={() => act(notice, verb)}>
                    {noticeVerbWords[verb]}
                  </button>
                ))}
              </p>
            )}
          </div>
          <button
            type="button"
            className="btn ghost icon"
            aria-label="Dismiss"
            aria-disabled={!read.isOver}
            onClick={() => read.check() && close(notice)}
          >
            <X className="i" aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  )
}

const idOf = ({ id }: Notice): string => id

/** The focus of the keys goes on to the same button of the next notification, or of the one before, and without any other to the main pane. */
function moveFocus(stack: HTMLElement | null): void {
  const { activeElement } = document
  if (stack?.contains(activeElement) !== true || activeElement?.matches(':focus-visible') !== true) return
  const note = activeElement.closest('.notice')
  const other = note?.nextElementSibling ?? note?.previousElementSibling
  const buttons = [...(other?.querySelectorAll('button') ?? [])]
  const next = buttons.find((button) => labelOf(button) === labelOf(activeElement)) ?? buttons.at(-1)
  const target = next ?? document.querySelector<HTMLElement>('main.pane')
  target?.focus()
}

function labelOf(button: Element): string {
  return button.getAttribute('aria-label') ?? button.textContent
}
