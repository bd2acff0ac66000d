import { X } from 'lucide-react'
import './notices.css'
import { Glyph } from '../../ui/glyph.tsx'
import { LineText } from '../../ui/line-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { noticeVerbWords } from '../../../core/notice.ts'
import { useApp } from '../state/store.ts'

/** Notifications in the window, where no system shows them. */
export function NoticeToasts(): React.JSX.Element {
  const notices = useApp((state) => state.noticeToasts)
  const open = useApp((state) => state.openNotice)
  const close = useApp((state) => state.closeNotice)
  return (
    <>
      {notices.map((notice) => (
        <div key={notice.id} className="toast notice" role="group" aria-label={notice.title}>
          <Glyph shape="needs" />
          <div className="told">
            <b className="med two-lines">
              <VisibleText text={notice.title} />
            </b>
            {notice.body !== undefined && (
              <p className="mid two-lines">
                <LineText text={notice.body} />
              </p>
            )}
            {notice.workspace !== '' && (
              <p className="acts">
                {(notice.verbs ?? ['open' as const]).map((verb) => (
                  <button
                    key={verb}
                    type="button"
                    className="btn small"
                    onClick={() => {
                      close(notice.id)
                      void open(notice, verb)
                    }}
                  >
                    {noticeVerbWords[verb]}
                  </button>
                ))}
              </p>
            )}
          </div>
          <button type="button" className="btn ghost icon" aria-label="Dismiss" onClick={() => close(notice.id)}>
            <X className="i" aria-hidden="true" />
          </button>
        </div>
      ))}
    </>
  )
}
