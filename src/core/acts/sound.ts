import type { About, Act } from '../acts.ts'
import { limits } from '../limits.ts'
import { cutText } from '../text.ts'

/** Most acts of one event, most names in one act, and characters of a ref and of a text. */
export const actLimits = { acts: 256, names: 64, ref: 512, text: 280 } as const

/**
 * The acts that can be kept: what comes from outside decides names, refs and texts, so each is bounded here, whatever the protocol. An act
 * without an author or a debt is left out, and so is an ask that only its author would owe.
 */
export function soundActs(acts: readonly Act[]): readonly Act[] {
  return acts.slice(0, actLimits.acts).flatMap((act) => {
    const about = soundAbout(act.about)
    if (!isName(act.by) || about === undefined) return []
    const { to, group, text, doubt, key, parent, alias, cut } = act
    const named = to === undefined ? undefined : soundNames(to).filter((name) => act.act !== 'ask' || name !== act.by)
    if (act.act === 'ask' && to !== undefined && to.length > 0 && named?.length === 0) return []
    if (parent !== undefined && !isRef(parent)) return []
    return [
      {
        ...act,
        about,
        ...(named !== undefined && { to: named }),
        ...(group !== undefined && { group: soundNames(group) }),
        ...(text !== undefined && { text: cutText(text, actLimits.text) }),
        ...(cut !== undefined && { cut: cutText(cut, actLimits.text) }),
        ...(doubt !== undefined && { doubt: cutText(doubt, actLimits.text) }),
        ...(key !== undefined && { key: cutText(key, actLimits.ref) }),
        ...(alias !== undefined && { alias: cutText(alias, actLimits.ref) }),
      },
    ]
  })
}

function soundAbout(about: About): About | undefined {
  if ('ref' in about) return isRef(about.ref) ? about : undefined
  return isName('pair' in about ? about.pair : about.turn) ? about : undefined
}

function soundNames(names: readonly string[]): string[] {
  return [...new Set(names)].filter(isName).slice(0, actLimits.names)
}

function isName(name: string): boolean {
  return name !== '' && name.length <= limits.nameChars
}

function isRef(ref: string): boolean {
  return ref !== '' && ref.length <= actLimits.ref
}
