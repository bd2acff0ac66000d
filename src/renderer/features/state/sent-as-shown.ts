import type { Draft } from '../../../core/command.ts'
import type { StoreEnv } from './env.ts'
import type { ComposeSlice } from './compose-slice.ts'

/** Previews that can be on screen together. */
const mostStamps = 64

/** Identifies a message among those on screen. */
function keyOf(source: string, draft: Draft): string {
  return JSON.stringify([source, draft])
}

/** Shows what would be written for a message, and sends it with the id and the time that its text on screen was made with. */
export function createSentAsShown(env: StoreEnv): Pick<ComposeSlice, 'preview' | 'sendShown'> {
  const { client } = env
  /** What the newest previews were made with. */
  const stamps = new Map<string, { readonly id: string; readonly at: number }>()
  return {
    async preview(source, draft) {
      const stamp = { id: env.newId(), at: env.now() }
      const made = await client.call('messages.preview', { source, draft, stamp })
      if (!made.ok) return made
      // Until now the text before was on screen.
      const key = keyOf(source, draft)
      stamps.delete(key)
      stamps.set(key, stamp)
      for (const old of [...stamps.keys()].slice(0, -mostStamps)) stamps.delete(old)
      return made
    },
    sendShown(source, draft, id) {
      const shown = id === undefined ? stamps.get(keyOf(source, draft)) : undefined
      stamps.delete(keyOf(source, draft))
      const stamp = shown ?? { id: id ?? env.newId() }
      return { id: stamp.id, sent: client.call('messages.send', { ...stamp, source, draft }) }
    },
  }
}
