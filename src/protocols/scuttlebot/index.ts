import { defineProtocol } from '../../core/define-protocol.ts'
import { ledgerFrom } from '../../core/ledger.ts'
import { startDemo } from './demo/start-demo.ts'
import { IrcLink } from './driver.ts'
import { widestMask } from './network/publisher.ts'
import { scuttlebotActs } from './pure/acts-of.ts'
import { acknowledgeOf, replyTo } from './pure/replies.ts'
import { ircApi } from './pure/api.ts'
import { isNick, placeOf, readConfig, scuttlebotConfig, scuttlebotInfo } from './pure/config.ts'
import { formatDraft } from './pure/draft.ts'
import { ircDeskDraft } from './pure/desk-texts.ts'
import { ircLedger } from './pure/ledger-words.ts'
import { lintText } from './pure/lint.ts'
import { checkConnection } from './check-connection.ts'
import { recoverNetwork } from './network/saved.ts'

/** Agents on IRC that exchange JSON envelopes. */
export const scuttlebotProtocol = defineProtocol({
  info: scuttlebotInfo,
  config: scuttlebotConfig,
  api: ircApi,
  recover: recoverNetwork,
  place: placeOf,
  openLink(context, config) {
    const read = readConfig(config)
    // The engine has validated the settings, so a failure here is a programming error, and the engine reports it as such.
    if (!read.ok) throw new Error(read.fault.message)
    return new IrcLink(context, read.value)
  },
  async *test(context, config) {
    const read = readConfig(config)
    if (read.ok) yield* checkConnection(context, read.value)
    else yield { name: 'settings', state: 'failed', text: read.fault.message }
  },
  format(draft, { id }) {
    // Our nick is a setting of the network, so the operator's name does not count towards the line length; a nick of maximum length does.
    const nick = isNick(draft.from) ? draft.from : 'x'.repeat(32)
    return formatDraft(draft, { prefix: { nick, ...widestMask }, id, nickOf: (name) => (name === draft.from ? nick : name) })
  },
  reply: replyTo,
  acknowledge: acknowledgeOf,
  deskDraft: ircDeskDraft,
  ledger: (event, facts) => ledgerFrom(event, facts, ircLedger),
  acts: scuttlebotActs,
  lint: lintText,
  demo: startDemo,
  stage: async (place) => (await import('./demo/stage.ts')).openStage(place),
})
