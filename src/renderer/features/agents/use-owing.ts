import { useMemo } from 'react'
import type { AgentDebts } from '../../../api/desk.ts'
import { useApp } from '../state/store.ts'

const none: readonly AgentDebts[] = []

/** What agents owe and are owed, by agent. */
export function useOwing(): ReadonlyMap<string, AgentDebts> {
  const debts = useApp((state) => state.state?.desk.agents ?? none)
  return useMemo(() => new Map(debts.map((each) => [each.id, each])), [debts])
}
