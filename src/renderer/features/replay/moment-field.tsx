import { useEffect, useRef, useState } from 'react'
import { parseMoment } from './stepping.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { clockTime, exactTime } from '../../ui/time.ts'

/** The moment that is looked at, as a field: a typed time and Enter jump there. */
export function MomentField({ moment }: { readonly moment: number }): React.JSX.Element {
  const store = useStoreApi()
  const field = useRef<HTMLInputElement>(null)
  const focus = useApp((state) => state.replay.focus)
  const typed = useApp((state) => state.replay.typed)
  const setTyped = (text: string | undefined): void => store.getState().setReplay({ typed: text })
  const [isBad, setBad] = useState(false)
  useEffect(() => {
    if (focus === 0) return
    // Used once: a banner that comes back later must not take the focus.
    store.getState().setReplay({ focus: 0 })
    field.current?.focus()
    if (store.getState().replay.typed === undefined) field.current?.select()
  }, [focus, store])

  const drop = (): void => {
    setTyped(undefined)
    setBad(false)
  }
  /** The next keys, and Tab, go on in the main pane. */
  const leave = (): void => {
    field.current?.blur()
    document.querySelector<HTMLElement>('main.pane')?.focus({ preventScroll: true })
  }
  const jump = (): void => {
    if (typed === undefined) return leave()
    const at = parseMoment(typed, moment, store.getState().liveNow())
    setBad(at === undefined)
    if (at === undefined) return
    drop()
    leave()
    void store.getState().lookAt(at)
  }
  return (
    <>
      <input
        ref={field}
        className="moment"
        aria-label="Moment"
        aria-invalid={isBad}
        aria-describedby={isBad ? 'moment-fault' : undefined}
        title={`${exactTime(moment)}. Type a time, such as 10:12 or 2026-03-04 10:12`}
        style={{ width: `${Math.max(8, typed?.length ?? 0)}ch` }}
        value={typed ?? clockTime(moment)}
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => {
          store.getState().setReplay({ isPlaying: false })
          if (typed === undefined) event.currentTarget.select()
        }}
        onBlur={drop}
        onChange={(event) => {
          setBad(false)
          setTyped(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') jump()
          if (event.key === 'Escape') leave()
        }}
      />
      {isBad && (
        <span className="lost" id="moment-fault" role="alert">
          Not a time before now
        </span>
      )}
    </>
  )
}
