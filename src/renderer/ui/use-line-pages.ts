import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Fault, Result } from '../../core/fault.ts'

/** Lines per page, the most that are kept, and how often new ones are requested, ms. */
const pageLines = 100
const mostLines = 1_000
const everyMs = 1_000

/** A line of a log: numbered without gaps. */
interface LogLine {
  readonly seq: number
}

export interface LinePages<L extends LogLine> {
  readonly lines: readonly L[]
  readonly hasBefore: boolean
  readonly fault?: Fault
}

/** Requests the newest lines, or those before one. */
type AskLines<L> = (input: {
  readonly before?: number
  readonly limit: number
}) => Promise<Result<{ readonly lines: readonly L[]; readonly hasBefore: boolean }>>

/**
 * The lines of a log, kept up to date while they are looked at, and what loads earlier ones. A component shows one log: for another it has
 * another key.
 */
export function useLinePages<L extends LogLine>(askFor: AskLines<L>): readonly [LinePages<L>, () => Promise<void>] {
  const [shown, setShown] = useState<LinePages<L>>({ lines: [], hasBefore: false })
  const isAsking = useRef(false)
  const ask = useEffectEvent(askFor)

  useEffect(() => {
    let isOver = false
    const askNewest = async (): Promise<void> => {
      if (isAsking.current) return
      isAsking.current = true
      const answer = await ask({ limit: pageLines })
      isAsking.current = false
      if (isOver) return
      setShown((before) => {
        if (!answer.ok) return { ...before, fault: answer.fault }
        const { lines, hasBefore } = answer.value
        const first = lines[0]?.seq ?? 0
        const kept = before.lines.filter((line) => line.seq < first)
        // There are lines in between that were not loaded: the log starts over.
        const isJoined = kept.length === 0 || kept.at(-1)?.seq === first - 1
        const all = isJoined ? [...kept, ...lines].slice(-mostLines) : lines
        return { lines: all, hasBefore: isJoined && kept.length > 0 ? before.hasBefore : hasBefore }
      })
    }
    void askNewest()
    const timer = setInterval(() => void askNewest(), everyMs)
    return () => {
      isOver = true
      isAsking.current = false
      clearInterval(timer)
    }
  }, [])

  const loadEarlier = async (): Promise<void> => {
    const first = shown.lines[0]
    if (first === undefined) return
    const answer = await askFor({ before: first.seq, limit: pageLines })
    setShown((before) => {
      if (!answer.ok) return { ...before, fault: answer.fault }
      const earlier = answer.value.lines.filter((line) => line.seq < (before.lines[0]?.seq ?? 0))
      return { lines: [...earlier, ...before.lines].slice(0, mostLines), hasBefore: answer.value.hasBefore }
    })
  }
  return [shown, loadEarlier]
}
