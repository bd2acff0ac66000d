import { useEffect } from 'react'
import type { AppCommand } from '../screen.ts'
import { bindCommands } from '../state/bind-commands.ts'
import { useApp, useStoreApi } from '../state/store.ts'

const none: readonly AppCommand[] = []

/** The keys of these commands and of the screens in the store, without those of the shell. Draws nothing. */
export function TestKeys({ commands = none }: { readonly commands?: readonly AppCommand[] }): null {
  const store = useStoreApi()
  useEffect(() => {
    const own = [...store.getState().screens.values()].flatMap((screen) => screen.commands ?? [])
    return bindCommands(window, store, [...commands, ...own])
  }, [store, commands])
  return null
}

/** What a screen in the store lays over the panes, as the shell draws it. */
export function TestOverlay(): React.JSX.Element | null {
  const kind = useApp((state) => state.overlay?.kind)
  const screens = useApp((state) => state.screens)
  const Over = kind === undefined ? undefined : [...screens.values()].find((screen) => screen.overlays?.[kind])?.overlays?.[kind]
  return Over === undefined ? null : <Over />
}
