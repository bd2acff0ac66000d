import type { Push } from '../../api/contract.ts'
import { limits } from '../../core/limits.ts'

export type LivePush = Extract<Push, { type: 'live' }>

/** Replies of a workspace that are being written, as last reported by their links. In memory only. */
export interface LiveTexts {
  /** Sets the text of one; undefined: it stopped growing. Returns true if that is news. */
  put(source: string, stream: string, text: string | undefined): boolean
  /** All of this link have stopped growing. Returns true if that is news. */
  end(source: string): boolean
  /** What changed since the last call, as the shortest possible push; undefined: nothing. */
  changes(): LivePush | undefined
  /** Everything, for a new follower; undefined: nothing. */
  whole(): LivePush | undefined
}

interface LiveText {
  readonly source: string
  readonly stream: string
  text: string | undefined
  /** Characters of `text` that every follower has received. */
  sent: number
}

/**
 * Opens the live texts of a workspace. Beyond `limits.liveTexts`, the newest are shown only once complete, as is text
 * beyond `limits.liveChars`.
 */
export function openLiveTexts(workspace: string): LiveTexts {
  const texts = new Map<string, LiveText>()
  let chars = 0
  const changed = new Set<LiveText>()

  function put(source: string, stream: string, text: string | undefined): boolean {
    const key = `${source} ${stream}`
    const known = texts.get(key)
    const growth = (text?.length ?? 0) - (known?.text?.length ?? 0)
    if (growth > 0 && chars + growth > limits.liveChars) return false
    if (known === undefined) {
      if (text === undefined || texts.size >= limits.liveTexts) return false
      chars += growth
      const added: LiveText = { source, stream, text, sent: 0 }
      texts.set(key, added)
      changed.add(added)
      return true
    }
    if (known.text === text) return false
    if (text === undefined || known.text?.slice(0, known.sent) !== text.slice(0, known.sent)) known.sent = 0
    known.text = text
    chars += growth
    changed.add(known)
    if (text === undefined) texts.delete(key)
    return true
  }

  const entry = ({ source, stream, text }: LiveText, from: number): LivePush['streams'][number] =>
    text === undefined ? { source, stream, from: 0 } : { source, stream, from, text: text.slice(from) }

  return {
    put,
    end: (source) => [...texts.values()].filter((each) => each.source === source && put(source, each.stream, undefined)).length > 0,
    changes() {
      if (changed.size === 0) return undefined
      const streams = [...changed].map((each) => entry(each, each.sent))
      for (const each of changed) each.sent = each.text?.length ?? 0
      changed.clear()
      return { type: 'live', workspace, streams }
    },
    whole: () => (texts.size === 0 ? undefined : { type: 'live', workspace, streams: [...texts.values()].map((each) => entry(each, 0)) }),
  }
}
