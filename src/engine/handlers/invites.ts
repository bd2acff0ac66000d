import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Output } from '../../api/contract.ts'
import type { HandlersOf } from '../../api/server.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { inviteLinks, type FileChange, type InviteChoice, type InvitePlan, type InviteRequest } from '../../core/invite/invite.ts'
import { diffLines } from '../../core/invite/shown-diff.ts'
import { defaultDataDir } from '../../io/data-dir.ts'
import type { EngineContext } from '../engine-context.ts'
import { applyInvite, readAndPlan, type InviteRoots } from '../invite/invite-files.ts'
import { requestHere, whyNotInstalled } from '../invite/this-machine.ts'
import type { Room } from '../room.ts'
import { cutText } from '../../core/text.ts'

const most = { lines: 1_000, chars: 2_000 } as const

interface Planned {
  readonly room: Room
  readonly request: InviteRequest
  readonly roots: InviteRoots
  readonly plan: InvitePlan
  readonly digest: string
}

/** Invitations of agents: planned for the screen, and applied through the gate. The plan is made here, never by a page. */
export function inviteHandlers({ rooms, services, gate }: EngineContext): HandlersOf<'invites'> {
  async function planned(workspace: string, choice: InviteChoice): Promise<Result<Planned>> {
    const room = rooms.get(workspace)
    if (!room.ok) return room
    const { path: root, operator } = room.value.workspace()
    const data = services.dataDir === defaultDataDir() ? undefined : services.dataDir
    const request = await requestHere(choice, { workspace: root, operator, data })
    if (!request.ok) return request
    const roots = { workspace: root, home: homedir() }
    const plan = await readAndPlan(request.value, roots)
    if (!plan.ok) return plan
    const digest = createHash('sha256').update(JSON.stringify(plan.value.changes)).digest('hex')
    return ok({ room: room.value, request: request.value, roots, plan: plan.value, digest })
  }

  return {
    'invites.plan': async ({ workspace, choice }) => {
      const made = await planned(workspace, choice)
      if (!made.ok) return made
      const { plan, roots, digest, request, room } = made.value
      const changes = plan.changes.map((change) => shown(change, roots))
      const missing = choice.isRemoval ? undefined : await whyNotInstalled(choice.client)
      return ok({ changes, notes: [...plan.notes, ...surroundings(request, room), ...(missing === undefined ? [] : [missing])], digest })
    },
    'invites.apply': async ({ workspace, choice, digest }) => {
      const made = await planned(workspace, choice)
      if (!made.ok) return made
      const { plan, roots, request, room } = made.value
      if (made.value.digest !== digest) return fail('conflict', 'A file has changed since it was shown. Look at the changes again.')
      const { operator } = room.workspace()
      const done = await applyInvite(
        plan,
        roots,
        request.system,
        (effect, question, run) => {
          // The screen has shown the diff of files in the project; those outside it are asked about one by one.
          const confirmed = effect.kind === 'configure' ? {} : { confirmed: true }
          return gate.perform({ workspace, actor: { kind: 'operator', name: operator }, effect, question, ...confirmed }, run)
        },
        services.now(),
      )
      if (!done.ok) return done
      const { agent, client, way } = choice
      const missing = choice.isRemoval ? undefined : await whyNotInstalled(client)
      const next = [...(missing === undefined ? [] : [missing]), ...plan.next]
      for (const [name, invited] of room.invites.values) if (invited.client === client) room.invites.put(name, undefined)
      room.invites.put(`${client} ${agent}`, choice.isRemoval ? undefined : { agent, client, way, at: services.now(), next })
      room.hub.changed()
      return ok({ next })
    },
  }
}

/** What in this workspace keeps the agent from being seen, in sentences. */
function surroundings({ way, agent, isRemoval }: InviteRequest, room: Room): string[] {
  if (isRemoval) return []
  const known = room.state().agents.some(({ names }) => names.some(({ name }) => name.toLowerCase() === agent.toLowerCase()))
  const { protocol, title } = inviteLinks[way]
  return [
    ...(room.links.list().some((link) => link.protocol === protocol)
      ? []
      : [`This workspace has no ${title} link, so Patchbay will not see what the agent writes. Add one in Links.`]),
    ...(known ? [`${agent} has been seen here before. If that is another agent, choose another name.`] : []),
  ]
}

function shown(change: FileChange, roots: InviteRoots): Output<'invites.plan'>['changes'][number] {
  const { root, path: relative, why, before, after } = change
  const lines = diffLines(change).slice(0, most.lines)
  return {
    file: path.join(roots[root], relative),
    isOutside: root === 'home',
    verb: before === undefined ? 'new' : after === undefined ? 'removed' : 'changed',
    why,
    lines: lines.map(({ sign, text }) => ({ sign, text: cutText(text, most.chars) })),
  }
}
