import { useState } from 'react'
import { useApp } from '../state/store.ts'

const step = 4
const least = 10
const most = 70
/** Largest share of the agents while the border has not been moved; also in conversations.css. */
const byDefault = 34

/** The border above the agents: dragged, or moved with the arrow keys; a double-click or Home resets it. */
export function Splitter(): React.JSX.Element {
  const kept = useApp((state) => state.settings.agentsHeight)
  const setAgentsHeight = useApp((state) => state.setAgentsHeight)
  const [isDragged, setDragged] = useState(false)
  const value = kept === 0 ? byDefault : kept
  const move = (percent: number): void => setAgentsHeight(Math.min(most, Math.max(least, percent)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that takes the focus is a control
    <div
      className="split-h"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the agent list"
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      title="Drag to resize, double-click to reset"
      onDoubleClick={() => setAgentsHeight(0)}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(true)
      }}
      onPointerMove={(event) => {
        const pane = event.currentTarget.parentElement?.getBoundingClientRect()
        if (isDragged && pane !== undefined) move(((pane.bottom - event.clientY) / pane.height) * 100)
      }}
      onPointerUp={() => setDragged(false)}
      onLostPointerCapture={() => setDragged(false)}
      onKeyDown={(event) => {
        const to = { ArrowUp: value + step, ArrowDown: value - step, Home: 0 }[event.key]
        if (to === undefined) return
        event.preventDefault()
        if (to === 0) setAgentsHeight(0)
        else move(to)
      }}
    />
  )
}
