import { ablyMutations } from './ably.mjs'
import { approvalMutations } from './approvals.mjs'
import { localAgentMutations } from './local-agents.mjs'
import { boundMutations } from './bounds.mjs'
import { boardMutations } from './board.mjs'
import { actMutations } from './acts.mjs'
import { caseMutations } from './case.mjs'
import { copyMutations } from './copies.mjs'
import { cueMutations } from './cues.mjs'
import { decisionMutations } from './decisions.mjs'
import { deskMutations } from './desk.mjs'
import { deskListMutations } from './desk-lists.mjs'
import { flowMutations } from './flow.mjs'
import { hookAskMutations } from './hook-asks.mjs'
import { haltScreenMutations } from './halt-screen.mjs'
import { haltStoredMutations } from './halt-stored.mjs'
import { haltWorkMutations } from './halt-work.mjs'
import { needsMutations } from './needs.mjs'
import { stuckMutations } from './stuck.mjs'
import { waitsMutations } from './waits.mjs'
import { noticeMutations } from './notices.mjs'
import { sessionMutations } from './sessions.mjs'
import { evidenceMutations } from './evidence.mjs'
import { feedMutations } from './feed.mjs'
import { engineMutations } from './engine.mjs'
import { recoveryMutations } from './recovery.mjs'
import { fleetMutations } from './fleet.mjs'
import { envelopeMutations } from './envelopes.mjs'
import { grantMutations } from './grants.mjs'
import { haltMutations } from './halt.mjs'
import { homeMutations } from './homes.mjs'
import { inboxMutations } from './inboxes.mjs'
import { mailboxMutations } from './mailboxes.mjs'
import { ircMutations } from './irc.mjs'
import { journalMutations } from './journal.mjs'
import { inviteMutations } from './invite.mjs'
import { jaibberMessageMutations } from './jaibber-messages.mjs'
import { localMutations } from './locals.mjs'
import { mcpMutations } from './mcp.mjs'
import { messageMutations } from './messages.mjs'
import { pastMutations } from './past.mjs'
import { pastReaderMutations } from './past-reader.mjs'
import { replyMutations } from './replies.mjs'
import { inputLimitMutations } from './input-limits.mjs'
import { roundMutations } from './rounds.mjs'
import { scenarioMutations } from './scenarios.mjs'
import { screenMutations } from './screen.mjs'
import { shellMutations } from './shells.mjs'
import { streamMutations } from './streams.mjs'
import { suiteMutations } from './suite.mjs'
import { switchboardLinkMutations } from './switchboard-link.mjs'
import { switchboardMutations } from './switchboard.mjs'
import { teamMutations } from './team.mjs'
import { trailMutations } from './trail.mjs'
import { turnMutations } from './turns.mjs'
import { wireMutations } from './wires.mjs'
import { workspaceMutations } from './workspace.mjs'

/**
 * Safeties, each with the change that removes it and the tests that must notice. `find` occurs exactly once in `file`: an entry that no longer fits the sources
 * fails as stale. `quick`: also in `npm test`; its tests are not long (test/long-tests.mjs). `only`: a pattern of test names, if the file has slow ones.
 */
export const mutations = [
  ...approvalMutations,
  ...grantMutations,
  ...boundMutations,
  ...hookAskMutations,
  ...evidenceMutations,
  ...screenMutations,
  ...feedMutations,
  ...journalMutations,
  ...shellMutations,
  ...inputLimitMutations,
  ...messageMutations,
  ...wireMutations,
  ...workspaceMutations,
  ...sessionMutations,
  ...mcpMutations,
  ...flowMutations,
  ...haltMutations,
  ...homeMutations,
  ...scenarioMutations,
  ...roundMutations,
  ...switchboardMutations,
  ...switchboardLinkMutations,
  ...pastMutations,
  ...pastReaderMutations,
  ...replyMutations,
  ...mailboxMutations,
  ...inboxMutations,
  ...fleetMutations,
  ...ircMutations,
  ...envelopeMutations,
  ...boardMutations,
  ...actMutations,
  ...caseMutations,
  ...cueMutations,
  ...decisionMutations,
  ...deskMutations,
  ...deskListMutations,
  ...needsMutations,
  ...haltScreenMutations,
  ...haltStoredMutations,
  ...haltWorkMutations,
  ...stuckMutations,
  ...waitsMutations,
  ...noticeMutations,
  ...ablyMutations,
  ...localAgentMutations,
  ...localMutations,
  ...inviteMutations,
  ...jaibberMessageMutations,
  ...teamMutations,
  ...trailMutations,
  ...turnMutations,
  ...streamMutations,
  ...suiteMutations,
  ...engineMutations,
  ...recoveryMutations,
  ...copyMutations,
]
