import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { CloseDrawer } from '../common/close-drawer.tsx'
import { TaskRaw } from './task-raw.tsx'
import { TaskTab } from './task-tab.tsx'
import { useShownTask } from './use-shown-task.ts'
import '../inspector/inspector.css'
import './board.css'
import { useApp } from '../state/store.ts'
import type { Overlay } from '../state/slices.ts'
import { taskActOverlay, type TaskAct } from '../overlays.ts'

const verbs: readonly { readonly act: TaskAct; readonly label: string; readonly keyCap: string }[] = [
  { act: 'comment', label: 'Comment', keyCap: 'c' },
  { act: 'assign', label: 'Assign', keyCap: 'a' },
  { act: 'complete', label: 'Complete', keyCap: 'd' },
]

/** The right pane of the board: one task, its history, and the exact text behind each change. */
export function BoardInspector(): React.JSX.Element {
  const task = useShownTask()
  const [tab, setTab] = useState('task')
  const setOverlay = useApp((state) => state.setOverlay)
  const isPast = useApp((state) => state.past !== undefined)
  if (task === undefined) {
    return (
      <>
        <header className="head">
          <span className="sub">No task selected</span>
          <CloseDrawer />
        </header>
        <div className="insp">
          <p className="small dim">
            Select a task to see its description, owner and history. <kbd>j</kbd> <kbd>k</kbd> select, <kbd>h</kbd> <kbd>l</kbd> move.
          </p>
        </div>
      </>
    )
  }
  const about = { link: task.link.id, task: task.card.id }
  const key = `${about.link} ${about.task}`
  const overlayFor = (act: TaskAct): Overlay =>
    (act === 'assign' ? task.source.assign?.(task.card) : undefined) ?? taskActOverlay({ act, ...about })
  return (
    <Tabs.Root className="tabs-root" value={tab} onValueChange={setTab}>
      <header className="head">
        <Tabs.List className="tabs" aria-label="Inspector">
          <Tabs.Trigger value="task">Task</Tabs.Trigger>
          <Tabs.Trigger value="raw">Raw</Tabs.Trigger>
        </Tabs.List>
        <CloseDrawer />
      </header>
      <Tabs.Content className="insp" value="task">
        <TaskTab key={key} task={task} />
      </Tabs.Content>
      <Tabs.Content className="insp" value="raw">
        <TaskRaw key={key} task={task} />
      </Tabs.Content>
      {!isPast && (
        <footer className="foot-acts task-acts">
          {verbs
            .filter(({ act }) => act !== 'complete' || !task.card.isDone)
            .map(({ act, label, keyCap }) =>
              task.source.cannot?.[act] === undefined ? (
                <button key={act} type="button" className="btn" onClick={() => setOverlay(overlayFor(act))}>
                  {label} <kbd>{keyCap}</kbd>
                </button>
              ) : (
                <span key={act} className="small dim">
                  {label}: {task.source.cannot[act]}
                </span>
              ),
            )}
        </footer>
      )}
    </Tabs.Root>
  )
}
