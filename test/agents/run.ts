import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ulid } from 'ulid'
import type { Client } from '../../src/api/client.ts'
import { invite } from './invite.ts'
import { scriptedModel, type Script } from './model.ts'
import { followNeeds } from './needs-log.ts'
import { installProgram, prepareProgram, programs, type AgentProgram } from './programs.ts'
import { startProgram, type Running } from './run-program.ts'
import { coder, coderAgain, planner } from './scripts.ts'
import { cleanUp, openWorld, scratchFolder } from './world.ts'

/**
 * Two real agent programs, Claude Code and opencode, work for about twenty minutes in one workspace, on models that play a script. Prints a JSON line for each
 * row that appears in *Needs me*, and one when it ends. The operator answers one review.
 *
 * node test/agents/run.ts [--pace 1.7]
 */
const { values } = parseArgs({ options: { pace: { type: 'string', default: '1.7' } } })
const scratch = scratchFolder()
const world = await openWorld(scratch, path.join(scratch, 'no-programs'))
const running = new Set<Running>()

/** Invites a program as an agent, and runs it once for each script, with a home of its own. */
async function play(id: AgentProgram['id'], agent: string, ...scripts: readonly Script[]): Promise<void> {
  const program = programs.find((each) => each.id === id)
  if (program === undefined) return
  const installed = installProgram(program)
  if ('reason' in installed) throw new Error(`${program.title}: ${installed.reason}`)
  const model = await scriptedModel({ pace: Number(values.pace) })
  const home = path.join(scratch, agent)
  const bin = prepareProgram(program, installed.file, { address: model.address, home, folders: [world.workspace] }, scratch)
  invite(program, agent, world)
  for (const script of scripts) {
    model.play(script)
    const started = startProgram(bin, program.command, program.args('Do what your mail says.'), world.workspace)
    running.add(started)
    const code = await started.ended
    running.delete(started)
    process.stderr.write(`${agent} ended with ${code} after ${model.steps()} steps${code === 0 ? '' : `:\n${started.words()}`}\n`)
    await sleep(10_000)
  }
  model.close()
}

/** Answers the first review that is asked of the operator, a minute and a half later. */
async function answerReview(client: Client, id: string): Promise<void> {
  for (;;) {
    const key = needs.open().find(({ source }) => source === 'review')?.id
    await sleep(2_000)
    if (key === undefined) continue
    await sleep(90_000)
    const drafted = await client.call('desk.draft', { workspace: id, key, intent: 'answer' })
    if (!drafted.ok) throw new Error(drafted.fault.message)
    const text = 'Steps 1 and 3 are fine. Leave the public API as it is for now.'
    const sent = await client.call('messages.send', { id: ulid(), source: drafted.value.source, draft: { ...drafted.value.draft, text } })
    process.stderr.write(`the operator answered: ${sent.ok ? sent.value.state : sent.fault.message}\n`)
    return
  }
}

const needs = followNeeds(world.client, world.id, (line) => process.stdout.write(`${JSON.stringify(line)}\n`))
try {
  const answering = answerReview(world.client, world.id).catch((thrown: unknown) => process.stderr.write(`${String(thrown)}\n`))
  await Promise.all([play('claude-code', 'planner', planner()), play('opencode', 'coder', coder(), coderAgain())])
  await Promise.race([answering, sleep(1_000)])
  process.stdout.write(
    `${JSON.stringify({ still: needs.open().map(({ source, who, text }) => ({ source, who, text })), most: needs.most() })}\n`,
  )
} finally {
  for (const { pid } of running) process.kill(pid, 'SIGKILL')
  await world.close()
  await cleanUp(scratch)
}
process.exit(0)
