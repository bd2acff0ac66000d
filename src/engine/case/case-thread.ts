import { parentPort, workerData } from 'node:worker_threads'
import { ok, type Result } from '../../core/fault.ts'
import { makeCase, pageOf, type CaseOptions } from '../../io/case.ts'
import { loadProtocols } from '../../protocols/registry.ts'
import { linkInfo } from '../links/link-info.ts'
import type { CaseMessage, CaseTask, MadeCase } from './run-case.ts'

/** The thread that makes a case: says how far it is, posts the result and ends. */
const { dataDir, only, ...task } = workerData as CaseTask
post({ kind: 'made', made: await make() })

async function make(): Promise<Result<MadeCase>> {
  const protocols = await loadProtocols()
  let told = 0
  const options: CaseOptions = {
    hasDemos: true,
    ...task,
    ...linkInfo(protocols),
    progress(done, total) {
      if (done - told < 200 && done !== total) return
      told = done
      post({ kind: 'progress', done, total })
    },
  }
  const made = await makeCase(dataDir, new Map(protocols.map((each) => [each.info.id, each])), options)
  if (!made.ok) return made
  const { lines, text, hash, built } = made.value
  const header = lines.find((line) => line.type === 'patchbay-case')
  return ok({
    text: only === 'page' ? '' : text,
    page: only === 'lines' ? '' : pageOf(made.value),
    hash,
    title: header?.title ?? '',
    events: lines.filter(({ type }) => type === 'event').length,
    rows: only === undefined ? built.rows : [],
    replaced: header?.replaced ?? [],
    leftOut: built.leftOut(),
    conversations: built.offered.conversations,
    agents: built.offered.agents,
    tools: built.offered.tools(),
    unread: made.value.unread,
  })
}

function post(message: CaseMessage): void {
  parentPort?.postMessage(message, [])
}
