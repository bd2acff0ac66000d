import { useEffect, useRef, useState } from 'react'
import { useApp } from '../state/store.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import type { FlowNames } from './flow-names.ts'
import type { Trouble } from './lane-agents.ts'
import { isOverdue } from '../../../core/flow/debt-bars.ts'
import type { FlowRows } from '../../../core/flow/rows.ts'

/** What is said aloud, each once: a deadlock, a debt of the operator that is overdue, an agent that is lost. Pure. */
export function alarmsOf(rows: FlowRows, trouble: Trouble, names: FlowNames, now: number): ReadonlyMap<string, string> {
  const name = (id: string): string => visibleString(names.agent(id))
  return new Map([
    ...trouble.deadlocks.map(({ id, agents }): [string, string] => [id, `Deadlock: ${agents.map(name).join(', ')} wait for each other.`]),
    ...rows.debts.flatMap((debt): [string, string][] =>
      debt.isMine && isOverdue(debt, now) ? [[debt.key, `Overdue: you owe ${name(debt.creditor)} an answer.`]] : [],
    ),
    ...[...trouble.lost].map((agent): [string, string] => [`lost ${agent}`, `${name(agent)} is lost.`]),
  ])
}

interface AnnouncerProps {
  readonly trouble: Trouble
  readonly names: FlowNames
  readonly now: number
}

/** Says new alarms politely. What is there when the view opens is read from the lanes. */
export function Announcer({ trouble, names, now }: AnnouncerProps): React.JSX.Element {
  const rows = useApp((state) => state.flowRows)
  const told = useRef<Set<string>>(undefined)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (rows.to === 0) return
    const alarms = alarmsOf(rows, trouble, names, now)
    const known = told.current
    told.current = new Set([...(known ?? []), ...alarms.keys()])
    if (known === undefined) return
    const fresh = [...alarms].flatMap(([key, text]) => (known.has(key) ? [] : [text]))
    if (fresh.length > 0) setWords(fresh.join(' '))
  }, [rows, trouble, names, now])
  return (
    <p className="sr" role="status">
      {words}
    </p>
  )
}
