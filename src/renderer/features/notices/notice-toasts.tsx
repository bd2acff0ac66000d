import { X } from 'lucide-react'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** Notifications in the window, where no system shows them. */
export function NoticeToasts(): React.JSX.Element {
  const notices = useApp((state) => state.noticeToasts)
  const open = useApp((state) => state.openNotice)
  const close = useApp((state) => state.closeNotice)
  return (
    <>
      {notices.map((notice) => (
        <div key={notice.id} className="toast" role="group" aria-label={notice.title}>
          <Glyph shape="needs" />
          <b className="med">
            <VisibleText text={notice.title} />
          </b>
          <span className="mid cut">{notice.body !== undefined && <VisibleText text={notice.body} />}</span>
          {notice.workspace !== '' && (
            <button
              type="button"
              className="btn small"
              onClick={() => {
                close(notice.id)
                void open(notice)
              }}
            >
              Show
            </button>
          )}
          <button type="button" className="btn ghost icon" aria-label="Dismiss" onClick={() => close(notice.id)}>
            <X className="i" aria-hidden="true" />
          </button>
        </div>
      ))}
    </>
  )
}
