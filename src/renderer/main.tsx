import './no-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ulid } from 'ulid'
// The same typeface on every system: roman only, each subset fetched when a text needs it.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { realTime } from './features/state/clock.ts'
import { App } from './shell/layout.tsx'
import { screens } from '../protocols/screens.ts'
import { createAppStore } from './features/state/create-store.ts'
import { connect, onHaltAsked, onNeedAsked, onWorkspaceAsked } from './shell/wire.ts'
import { copyText } from './ui/copy-text.ts'
import { downloadText } from './ui/download-text.ts'
import { readClipboard } from './ui/read-clipboard.ts'
import { browserNotices } from './ui/system-notices.ts'
import { StoreContext } from './features/state/store.ts'

const hiddenFrameMs = 250

const store = createAppStore(
  {
    ...connect(),
    now: realTime,
    newId: () => ulid(),
    onFrame: (run) => {
      // A hidden page draws no frames, and arriving data must not pile up.
      if (document.visibilityState === 'visible') requestAnimationFrame(run)
      else setTimeout(run, hiddenFrameMs)
    },
    later: (run, ms) => void setTimeout(run, ms),
    isLooking: () => document.visibilityState === 'visible' && document.hasFocus(),
    copy: copyText,
    download: downloadText,
    readText: readClipboard,
    notices: browserNotices(),
  },
  screens,
)
void store
  .getState()
  .start()
  .then(() => {
    onWorkspaceAsked((path) => void store.getState().openWorkspace(path))
    onHaltAsked(() => store.getState().openHaltOrResume())
    onNeedAsked((target, verb) => void store.getState().openNotice(target, verb))
  })

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <StoreContext value={store}>
        <App />
      </StoreContext>
    </StrictMode>,
  )
}
