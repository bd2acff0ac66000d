import { ArrowBigUp, ArrowLeft, ArrowLeftRight, ArrowRight, Command, CornerDownLeft } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { VisibleText } from './visible-text.tsx'

/** Signs missing from the shipped typefaces: drawn, since the fallback font differs from system to system. */
const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['→', ArrowRight],
  ['←', ArrowLeft],
  ['⇄', ArrowLeftRight],
  ['⇧', ArrowBigUp],
  ['↵', CornerDownLeft],
  ['⌘', Command],
])
const cut = new RegExp(`([${[...icons.keys()].join('')}])`, 'u')

/** Text from outside with nothing hidden, and with arrows and keys drawn. Screen readers and copies get the characters. */
export function Signs({ text }: { readonly text: string }): React.ReactNode {
  const parts = text.split(cut)
  if (parts.length === 1) return <VisibleText text={text} />
  return parts.map((part, index) => {
    const Icon = icons.get(part)
    // oxlint-disable react/no-array-index-key -- pieces of one text have no other identity and never move
    if (Icon === undefined) return <VisibleText key={index} text={part} />
    return (
      <span key={index} className="sign">
        <Icon aria-hidden="true" />
        <span className="sign-text">{part}</span>
      </span>
    )
    // oxlint-enable react/no-array-index-key
  })
}
