import type { DialogField } from '../../../renderer/features/common/fields-dialog.tsx'
import { checkAgentName } from '../pure/agent-name.ts'

/** The name of an agent or a terminal in a form. */
export const nameField = {
  name: 'name',
  label: 'Name',
  check(value) {
    const checked = checkAgentName(value, 'The name')
    return checked.ok ? undefined : checked.fault
  },
} as const satisfies DialogField
