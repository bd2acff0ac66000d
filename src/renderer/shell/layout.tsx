import { useEffect } from 'react'
import { StatusBar } from './status-bar.tsx'
import '../ui/frame.css'
import '../ui/form.css'
import '../ui/dialog.css'
import { Toasts } from '../features/common/toasts.tsx'
import { HaltBanner } from '../features/halt/halt-banner.tsx'
import { HaltDialogs } from '../features/halt/halt-dialogs.tsx'
import { HaltPane } from '../features/halt/halt-pane.tsx'
import { NoticePresence } from '../features/notices/presence.tsx'
import { NoticeToasts } from '../features/notices/notice-toasts.tsx'
import { applyAppearance } from './appearance.ts'
import { MissingThen } from '../features/replay/missing-then.tsx'
import { NoPast } from '../features/replay/no-past.tsx'
import { ReplayBanner } from '../features/replay/replay-banner.tsx'
import { SimulateBanner } from '../features/simulate/simulate-banner.tsx'
import { bannerRun } from '../features/simulate/state/simulate.ts'
import { ThenBar } from '../features/replay/then-bar.tsx'
import { Rail } from './rail.tsx'
import { Starting } from './starting.tsx'
import { useScreenSize } from '../ui/use-width.ts'
import { HaltBoundary, OverlayBoundary, ViewBoundary } from './view-boundary.tsx'
import { windowTitle } from './window-title.ts'
import { DemoCaptions } from '../features/first-run/demo-captions.tsx'
import { FirstRun } from '../features/first-run/first-run.tsx'
import { isFocusFree } from '../ui/free-focus.ts'
import { CommandKeys } from './command-keys.tsx'
import { overlaysOf } from './overlays.ts'
import { useDrawerFocus } from './use-drawer-focus.ts'
import { useMainFocus } from './use-main-focus.ts'
import { viewsOf } from './views.tsx'
import { useApp, useStoreApi } from '../features/state/store.ts'
import { useTextScale } from '../features/state/use-text-scale.ts'

/** The whole screen: the panes of the view, dialogs, and the status bar. */
export function App(): React.JSX.Element {
  const settings = useApp((state) => state.settings)
  const phase = useApp((state) => state.phase)
  const hasWorkspace = useApp((state) => state.workspace !== undefined)
  /** Settings and Simulate need no workspace. */
  const needsNone = useApp(({ view }) => view === 'settings' || view === 'simulate')
  const title = useApp(windowTitle)
  const hasNotices = useApp((state) => state.noticeToasts.length > 0)
  useEffect(() => applyAppearance(settings), [settings])
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      {phase !== 'ready' ? <Starting /> : hasWorkspace || needsNone ? <Panes /> : <Begin />}
      <CommandKeys />
      <OverlayBoundary>
        <CurrentOverlay />
      </OverlayBoundary>
      <HaltBoundary>
        <HaltDialogs />
      </HaltBoundary>
      <Toasts hasOthers={hasNotices}>{(hold, place) => <NoticeToasts hold={hold} place={place} />}</Toasts>
      <NoticePresence />
    </>
  )
}

/** The window while no folder is open: the rail stays, so the settings can be reached. */
function Begin(): React.JSX.Element {
  // The view that takes its place has the focus, and not the page as a whole: the next Tab starts there.
  useEffect(
    () => () => {
      if (isFocusFree()) document.querySelector<HTMLElement>('main.pane')?.focus({ preventScroll: true })
    },
    [],
  )
  return (
    <div className="app solo">
      <Rail />
      <ViewBoundary name="The first page">
        <FirstRun />
      </ViewBoundary>
      <ViewBoundary name="The status bar">
        <StatusBar />
      </ViewBoundary>
    </div>
  )
}

function Panes(): React.JSX.Element {
  const store = useStoreApi()
  const viewId = useApp((state) => state.view)
  const drawer = useApp((state) => state.drawer)
  const size = useScreenSize(useTextScale())
  const views = useApp((state) => viewsOf(state.screens))
  const view = views.find((one) => one.id === viewId) ?? views[0]
  const { Main } = view ?? {}
  const isHalted = useApp((state) => state.state?.halt !== undefined)
  const isHaltPane = useApp((state) => state.isHaltPane)
  const main = useMainFocus(viewId)
  useDrawerFocus(drawer)
  const isPast = useApp((state) => state.past !== undefined)
  const isSimulated = useApp((state) => bannerRun(state) !== undefined)
  /** It has something of the moment that is shown. */
  const isKnown = !isPast || view?.hasPast !== undefined
  const List = isKnown ? view?.List : undefined
  const isAway = useApp((state) => view?.isInspectorAway?.(state) === true) || (isPast && view?.hasPast !== 'whole')
  const Inspector = isHalted && isHaltPane ? HaltPane : isAway ? undefined : view?.Inspector

  useEffect(() => {
    const closeDrawer = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null)
        store.getState().setDrawer(undefined)
    }
    window.addEventListener('keydown', closeDrawer)
    return () => window.removeEventListener('keydown', closeDrawer)
  }, [store])

  const hasThree = List !== undefined && Inspector !== undefined
  const width = size.isTight && hasThree ? 'm' : size.width
  const classes = [
    'app',
    List === undefined ? (Inspector === undefined ? 'solo' : 'no-list') : Inspector === undefined ? 'no-inspector' : '',
    size.width === 's' ? 'w-m w-s' : width === '' ? '' : `w-${width}`,
    size.isLow ? 'h-s' : '',
    drawer === undefined ? '' : `drawer-${drawer}`,
    isHalted || isPast || isSimulated ? 'has-banner' : '',
    isPast ? 'past' : '',
  ]
  return (
    <div className={classes.filter((name) => name !== '').join(' ')}>
      {isHalted && (
        <ViewBoundary name="The halt">
          <HaltBanner />
        </ViewBoundary>
      )}
      {isPast && !isHalted && (
        <ViewBoundary name="The past">
          <ReplayBanner />
        </ViewBoundary>
      )}
      {isSimulated ? (
        <ViewBoundary name="The simulation">
          <SimulateBanner />
        </ViewBoundary>
      ) : (
        <ViewBoundary name="The captions of the demo">
          <DemoCaptions />
        </ViewBoundary>
      )}
      <Rail />
      {List !== undefined && (
        <aside className="pane list" aria-label={view?.listLabel} data-pane="list">
          <ViewBoundary name={view?.listLabel ?? ''}>
            <List />
          </ViewBoundary>
        </aside>
      )}
      <main ref={main} className="pane" aria-label={view?.title} data-pane="main" tabIndex={-1}>
        {Main !== undefined && (
          <ViewBoundary name={view?.title ?? ''}>
            {isKnown && <MissingThen />}
            {isKnown ? <Main /> : <NoPast title={view?.title ?? ''} />}
            {isKnown && view?.id !== 'flow' && <ThenBar />}
          </ViewBoundary>
        )}
      </main>
      {Inspector !== undefined && (
        <aside className="pane inspector" aria-label="Inspector" data-pane="inspector">
          <h2 className="sr">Inspector</h2>
          <ViewBoundary name="Inspector">
            <Inspector />
          </ViewBoundary>
        </aside>
      )}
      <ViewBoundary name="The status bar">
        <StatusBar />
      </ViewBoundary>
    </div>
  )
}

function CurrentOverlay(): React.JSX.Element | null {
  const kind = useApp((state) => state.overlay?.kind)
  const overlays = useApp((state) => overlaysOf(state.screens))
  const Part = kind === undefined ? undefined : overlays[kind]
  return Part === undefined ? null : <Part />
}
