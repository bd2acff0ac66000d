import type { Event } from '../../../core/event.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { FindingList } from './finding-list.tsx'
import { useEventAnswer } from './use-event-answer.ts'
import { useApp } from '../state/store.ts'

/** Findings of the protocol's lint for this message, with rule, line and suggested fix. */
export function LintTab({ event }: { readonly event: Event }): React.JSX.Element {
  const lint = useApp((state) => state.lint)
  const { value, fault } = useEventAnswer(event.id, () => lint(event.id))
  if (fault !== undefined) return <FieldFault fault={fault} />
  if (value === undefined) return <p className="small dim" aria-busy="true" />
  return <FindingList findings={value.findings} rules={value.rules} />
}
