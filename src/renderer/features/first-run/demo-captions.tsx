import { ChevronLeft, ChevronRight, Play, X } from 'lucide-react'
import { useState } from 'react'
import { demoStory, storyEnds } from '../../../core/demo-story.ts'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import '../halt/halt.css'

/** A bar above the app while the demo tells its story. It can be turned by hand and closed. There is one banner: a halt and the past come first. */
export function DemoCaptions(): React.JSX.Element | null {
  const began = useApp((state) =>
    state.state?.info.demo === true && state.state.halt === undefined && state.past === undefined ? state.state.info.openedAt : undefined,
  )
  const id = useApp((state) => state.workspace)
  const [closed, setClosed] = useState<string>()
  return began === undefined || closed === id ? null : <Caption key={id} began={began} onClose={() => setClosed(id)} />
}

function Caption({ began, onClose }: { readonly began: number; readonly onClose: () => void }): React.JSX.Element | null {
  const store = useStoreApi()
  const seconds = (useNow() - began) / 1_000
  const [turned, setTurned] = useState<number>()
  const told = Math.max(
    0,
    demoStory.findLastIndex(({ at }) => at <= seconds),
  )
  const index = turned ?? told
  const scene = demoStory[index]
  if (scene === undefined || (turned === undefined && seconds >= storyEnds)) return null
  return (
    <section className="banner demo" aria-label="Demo">
      <Play className="i" aria-hidden="true" />
      <span className="dim">
        {index + 1} of {demoStory.length}
      </span>
      <span className="cut" role="status" title={scene.text}>
        {scene.text}
      </span>
      <span className="end" />
      <button type="button" className="btn small" onClick={() => store.getState().setView(scene.view)}>
        Show
      </button>
      <button
        type="button"
        className="btn small icon"
        aria-label="Previous caption"
        disabled={index === 0}
        onClick={() => setTurned(index - 1)}
      >
        <ChevronLeft className="i" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn small icon"
        aria-label="Next caption"
        disabled={index === demoStory.length - 1}
        onClick={() => setTurned(index + 1)}
      >
        <ChevronRight className="i" aria-hidden="true" />
      </button>
      <button type="button" className="btn small icon" aria-label="Close the captions" onClick={onClose}>
        <X className="i" aria-hidden="true" />
      </button>
    </section>
  )
}
