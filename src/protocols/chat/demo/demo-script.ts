import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../../core/seeded-random.ts'
import { playDemo } from '../../../io/demo-process.ts'
import { players, scenes, story } from './scenes.ts'
import type { Beat } from './scenes.ts'

/**
 * The agents of the demo. Runs in a separate process and writes to a real `.workplace` in the folder given as first argument: first a history, then a message
 * every few seconds, with the mistakes that real writers make. The second argument seeds the pacing. Ends when its standard input does, so it cannot outlive
 * the process that started it.
 */
const [folder = '', seed = '7'] = process.argv.slice(2)
const workplace = join(folder, '.workplace')
const chat = join(workplace, 'chat.md')
const historyScenes = 8
const betweenSteps = 'ready for the next step'

const random = seededRandom(Number(seed))

function wire(beat: Beat, number: number): string {
  if ('raw' in beat) return `${beat.raw}\n`
  const target = beat.cc === undefined ? '' : ` @ [${beat.cc.join(', ')}]`
  return `[${beat.from}-to-${beat.to}]${target}: ${beat.text.replaceAll('{n}', String(number)).replaceAll('\n', '\n  ')}\n`
}

const statuses = new Map<string, Record<string, string>>()
function setStatus(name: string, status: string, task: string): void {
  statuses.set(name, { status, task, startedAt: new Date().toISOString() })
  const temporary = join(workplace, 'process-status.json.tmp')
  writeFileSync(temporary, `${JSON.stringify(Object.fromEntries(statuses), null, 2)}\n`)
  renameSync(temporary, join(workplace, 'process-status.json'))
}

function writeAgents(): void {
  mkdirSync(join(workplace, 'agents'), { recursive: true })
  for (const { name, role, handoffTo, triggers, instructions } of players) {
    const matter = `---\nname: ${name}\nrole: ${role}\ntriggers: [${triggers.join(', ')}]\nhandoff_to: [${handoffTo.join(', ')}]\npersistent: ${name === 'ops'}\n---\n`
    writeFileSync(join(workplace, 'agents', `${name}.md`), `${matter}\n${instructions}\n`)
    setStatus(name, 'idle', betweenSteps)
  }
}

/** What goes wrong in which scene (by number): each is something that real agents do to the file. */
async function misbehave(scene: number): Promise<void> {
  if (scene === 1) {
    appendFileSync(chat, '[tester-to-coder]: this line came in two pie')
    await sleep(2_500)
    appendFileSync(chat, 'ces, and the dashboard put it together\n')
  } else if (scene === 2) {
    appendFileSync(chat, Buffer.from([...Buffer.from('[docs-to-planner]: a byte that is not UTF-8: caf'), 0xe9, 0x0a]))
  } else if (scene === 4) {
    appendFileSync(chat, '[coder-to-reviewer]: pasted a log:\n  [ops-to-coder]: this was inside the log, it is not a message\n')
  } else if (scene === 6) {
    const next = join(workplace, 'chat.md.new')
    writeFileSync(
      next,
      '# chat.md was replaced by a tool that renames a new file over it\n[ops-to-planner]: Rotated the chat file; carry on here.\n',
    )
    renameSync(next, chat)
  } else if (scene === 8) {
    setStatus('tester', 'error', 'integration tests')
  }
}

/** The story's part of this link, beside the scenes; the captions of the screen name it. */
async function tellStory(): Promise<void> {
  let passed = 0
  for (const { at, beats } of story) {
    await sleep((at - passed) * 1_000)
    passed = at
    for (const beat of beats) appendFileSync(chat, wire(beat, 0))
  }
}

async function play(): Promise<never> {
  mkdirSync(workplace, { recursive: true })
  writeAgents()
  let number = 100
  let history = '# The agents of this demo are scripted. The file is real: append a line and watch.\n'
  for (let scene = 0; scene < historyScenes; scene++) {
    number += 1 + Math.floor(random() * 20)
    for (const beat of scenes[scene % scenes.length] ?? []) history += wire(beat, number)
  }
  appendFileSync(chat, history)
  void tellStory()
  for (let scene = 0; ; scene++) {
    number += 1 + Math.floor(random() * 20)
    const beats = scenes[Math.floor(random() * scenes.length)] ?? []
    for (const [at, beat] of beats.entries()) {
      await sleep(1_000 + random() * 3_000)
      appendFileSync(chat, wire(beat, number))
      if ('raw' in beat) continue
      const next = beats[at + 1]
      const isAnswered = next !== undefined && 'from' in next && next.from === beat.to && next.to === beat.from
      setStatus(beat.from, 'idle', isAnswered ? `waiting for ${beat.to}` : betweenSteps)
      setStatus(beat.to, 'running', beat.text.split('\n')[0]?.replaceAll('{n}', String(number)).slice(0, 80) ?? '')
    }
    for (const [name, { status }] of statuses) if (status === 'running') setStatus(name, 'idle', betweenSteps)
    await misbehave(scene)
  }
}

await playDemo(play)
