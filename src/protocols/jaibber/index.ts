import { defineProtocol } from '../../core/define-protocol.ts'
import { ledgerFrom } from '../../core/ledger.ts'
import { JaibberLink } from './driver.ts'
import { isForged, jaibberActs } from './pure/acts-of.ts'
import { acknowledgeOf, replyTo } from './pure/replies.ts'
import { jaibberApi } from './pure/api.ts'
import { promptsInView, stoppedInEvent } from './pure/conditions.ts'
import { jaibberConfig, placeOf, readConfig } from './pure/config.ts'
import { formatDraft } from './pure/draft.ts'
import { jaibberInfo } from './pure/info.ts'
import { teamDeskDraft } from './pure/desk-texts.ts'
import { teamLedger } from './pure/ledger-words.ts'
import { lintText } from './pure/lint.ts'
import { silenceMs } from './pure/stream.ts'
import { startDemo } from './demo/start-demo.ts'
import { userIdOf } from './team/own-identity.ts'
import { checkConnection } from './check-connection.ts'
import { recoverTeam } from './team/saved.ts'

/** People and agents in projects on Ably. */
export const jaibberProtocol = defineProtocol({
  info: jaibberInfo,
  config: jaibberConfig,
  api: jaibberApi,
  recover: recoverTeam,
  place: placeOf,
  openLink(context, config) {
    const read = readConfig(config)
    // The engine has validated the settings, so a failure here is a programming error, and the engine reports it as one.
    if (!read.ok) throw new Error(read.fault.message)
    return new JaibberLink(context, read.value)
  },
  async *test(context, config) {
    const read = readConfig(config)
    if (read.ok) yield* checkConnection(context, read.value)
    else yield { name: 'settings', state: 'failed', text: read.fault.message }
  },
  format: (draft, { id, answers }) =>
    formatDraft(draft, { from: { userId: userIdOf(draft.from), username: draft.from }, id, ...(answers !== undefined && { answers }) }),
  reply: replyTo,
  acknowledge: acknowledgeOf,
  agentLimits: { answer: silenceMs },
  deskDraft: teamDeskDraft,
  ledger: (event, facts) => ledgerFrom(event, facts, teamLedger),
  acts: jaibberActs,
  conditions: { inView: promptsInView, inEvent: stoppedInEvent },
  lint: lintText,
  isForged,
  demo: startDemo,
  stage: async (place) => (await import('./demo/stage.ts')).openStage(place),
})
