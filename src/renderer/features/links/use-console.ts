import { useEffect, useRef, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { ircMethods } from '../../../protocols/scuttlebot/pure/api.ts'
import type { ConsoleLine } from '../../../protocols/scuttlebot/pure/api.ts'
import { callLink } from '../../app/call-link.ts'
import { useApp } from '../../app/store.ts'

/** Lines of one page, the most that are held, and how often new ones are asked for, ms. */
const pageLines = 100
const mostLines = 1_000
const everyMs = 1_000

interface ConsoleLines {
  readonly lines: readonly ConsoleLine[]
  readonly hasBefore: boolean
  readonly fault?: Fault
}

/** The lines of a network's connection, kept up to date while they are looked at. */
export function useConsole(link: string): readonly [ConsoleLines, () => Promise<void>] {
  const client = useApp((state) => state.client)
  const [shown, setShown] = useState<ConsoleLines>({ lines: [], hasBefore: false })
  const isAsking = useRef(false)

  useEffect(() => {
    let isOver = false
    const ask = async (): Promise<void> => {
      if (isAsking.current) return
      isAsking.current = true
      const answer = await callLink(client, link, ircMethods, 'console', { limit: pageLines })
      isAsking.current = false
      if (isOver) return
      setShown((before) => {
        if (!answer.ok) return { ...before, fault: answer.fault }
        const { lines, hasBefore } = answer.value
        const first = lines[0]?.seq ?? 0
        const kept = before.lines.filter((line) => line.seq < first)
        // Lines that nobody saw lie between: what is on screen begins anew.
        const isJoined = kept.length === 0 || kept.at(-1)?.seq === first - 1
        const all = isJoined ? [...kept, ...lines].slice(-mostLines) : lines
        return { lines: all, hasBefore: isJoined && kept.length > 0 ? before.hasBefore : hasBefore }
      })
    }
    void ask()
    const timer = setInterval(() => void ask(), everyMs)
    return () => {
      isOver = true
      isAsking.current = false
      clearInterval(timer)
    }
  }, [client, link])

  const loadEarlier = async (): Promise<void> => {
    const first = shown.lines[0]
    if (first === undefined) return
    const answer = await callLink(client, link, ircMethods, 'console', { before: first.seq, limit: pageLines })
    setShown((before) => {
      if (!answer.ok) return { ...before, fault: answer.fault }
      const earlier = answer.value.lines.filter((line) => line.seq < (before.lines[0]?.seq ?? 0))
      return { lines: [...earlier, ...before.lines].slice(0, mostLines), hasBefore: answer.value.hasBefore }
    })
  }
  return [shown, loadEarlier]
}
