import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Permit } from '../../../core/protocol.ts'
import type { ApplyMode } from '../pure/api.ts'
import { sessionActor } from './by.ts'
import type { By } from './by.ts'
import type { HomeParts } from './home-parts.ts'
import type { Session } from './session-store.ts'

/**
 * Sets what a session applies without asking. Permission is a standing approval at the gate, which only the operator can give; the home stores only
 * that this mode was requested.
 */
export async function setMode(
  parts: HomeParts,
  permit: Permit,
  session: Session,
  mode: ApplyMode,
  { confirmed }: By,
): Promise<Result<Record<string, never>>> {
  const { gate } = parts.services
  const { name: agent, registration } = sessionActor(session)
  if (mode !== 'ask' && confirmed === undefined) return fail('not-allowed', 'Only the operator can allow this, on screen.')
  const kinds = mode === 'all' ? (['write', 'delete', 'spawn'] as const) : (['write', 'delete'] as const)
  const done =
    mode === 'ask' || confirmed === undefined
      ? gate.withdraw(agent)
      : await gate.allow(
          { agent, registration, reaches: kinds.map((kind) => ({ kind, reach: 'folder', target: session.settings.workspace })) },
          confirmed,
        )
  if (!done.ok) return done
  const kept = await parts.store.putSettings(permit, session.id, { ...session.settings, mode })
  return kept.ok ? ok({}) : kept
}
