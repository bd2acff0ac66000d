import { fail, ok } from '../../../core/fault.ts'
import type { MessageSummary } from '../pure/operations.ts'
import { checkAgentName } from '../pure/agent-name.ts'
import type { MessageStage } from '../pure/ledger.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { serviceLimits } from './core.ts'
import type { ServiceCore } from './core.ts'
import type { SwitchboardService } from './contract.ts'
import { summaryOf } from './summary.ts'

/** Searches the newest messages of one mailbox or all of them, inboxes before archives. Changes nothing. */
export function openSearch(core: ServiceCore): Pick<SwitchboardService, 'search'> {
  const { mailboxes } = core.ports
  return {
    async search(_caller, input) {
      const words = input.query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, 16)
      if (words.length === 0) return fail('invalid', 'Enter a search text.', { field: 'query' })
      const agents = input.agent === undefined ? await mailboxes.agents() : checked(input.agent)
      if (!agents.ok) return agents
      const limit = Math.min(Math.max(1, input.limit ?? 20), serviceLimits.page)
      const found: MessageSummary[] = []
      let total = 0
      let scanned = 0
      for (const box of ['inbox', 'archive'] as const) {
        for (const agent of agents.value) {
          const stages = box === 'archive' ? ok(new Map<string, MessageStage>()) : await mailboxes.stages(agent)
          if (!stages.ok) return stages
          let before: string | undefined
          do {
            const page = await mailboxes.list(agent, box, { limit: serviceLimits.page, before })
            if (!page.ok) return page
            for (const stored of page.value.messages) {
              const { message } = stored
              if (!holds(message, words)) continue
              total++
              const stage = box === 'archive' ? 'archived' : (stages.value.get(message.id) ?? 'new')
              if (found.length < limit) found.push(await summaryOf(core, stored, stage, false))
            }
            scanned += page.value.messages.length
            before = page.value.before
          } while (before !== undefined && scanned < serviceLimits.scanned)
        }
      }
      return ok({ messages: found, total })
    },
  }
}

function checked(agent: string): ReturnType<typeof ok<readonly string[]>> | ReturnType<typeof fail> {
  const name = checkAgentName(agent, 'The agent')
  return name.ok ? ok([name.value]) : { ok: false, fault: { ...name.fault, field: 'agent' } }
}

function holds(message: SwitchboardMessage, words: readonly string[]): boolean {
  const text = `${message.id}\n${message.action}\n${message.sender}\n${message.recipient}\n${message.payload}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
