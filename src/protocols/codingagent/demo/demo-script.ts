import { setTimeout as sleep } from 'node:timers/promises'
import { playDemo } from '../../../io/demo-process.ts'
import { newSessionId } from '../home/session-id.ts'
import { applied, files, replies, task } from './replies.ts'
import { beginSession, dropReply, isAsked } from './session.ts'

/**
 * The LLM of the demo. Runs in a process of its own on a session home in the folder of its first argument: two rounds that are over, a third whose reply
 * waits for the operator's review, and an answer to every outbox after it. Ends when its standard input does, so it cannot outlive the process that started it.
 */
const [folder = ''] = process.argv.slice(2)

await playDemo(async () => {
  const session = await beginSession(folder, { task, files, applied: replies.slice(0, applied), now: Date.now, newSessionId })
  for (let sequence = applied + 1; sequence <= replies.length; sequence++) {
    while (!isAsked(folder, session, sequence)) await sleep(500)
    await dropReply(folder, session, sequence, replies[sequence - 1] ?? '')
  }
})
