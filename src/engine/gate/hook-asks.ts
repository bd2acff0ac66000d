import { realpath } from 'node:fs/promises'
import { askBytes, askLineSchema, effectOfAsk, readHook, type AskLine, type AskReply } from '../../core/hook-ask.ts'
import { isForActor, haltedWords } from '../../core/halt.ts'
import { fail, ok, type Fault, type Result } from '../../core/fault.ts'
import { parseJsonText } from '../../core/json-text.ts'
import { listenForAsks, type AskConnection } from '../../io/ask-socket.ts'
import type { EngineGate } from './gate.ts'
import { askRecord, type AskRecord } from './hook-ask-record.ts'
import type { Room } from '../room.ts'
import type { Rooms } from '../rooms.ts'
import type { Services } from '../services.ts'
import type { SettingsStore } from '../settings.ts'

/** The line around a hook's input. */
const most = askBytes + 16 * 1024
/** How long a hook may take to pass an answer on, ms. */
const passOnMs = 15_000

/** Permission requests of agents' own programs, which their hooks bring here. */
export interface HookAsks {
  close(): void
}

interface Waiting {
  readonly workspace: string
  readonly agent: string
  /** A halt began that refuses it. */
  readonly halted: AbortController
}

/**
 * Listens in the data folder. Each question waits at the gate like that of any agent. Only an approval of the operator makes an *allow*; a refusal or a halt
 * makes a *deny*; everything else says nothing, and the terminal asks by itself.
 */
export function openHookAsks(services: Services, rooms: Rooms, gate: EngineGate, settings: Pick<SettingsStore, 'get'>): HookAsks {
  const waiting = new Set<Waiting>()
  let stop: (() => void) | undefined
  let isClosed = false

  const endHalts = services.halts.onChange((isRefusal) => {
    if (isRefusal) return
    for (const each of waiting) if (haltOf(each.workspace, each.agent) !== undefined) each.halted.abort()
  })

  function haltOf(workspace: string, agent: string): ReturnType<Services['halts']['refusing']>[number] | undefined {
    return services.halts.refusing(workspace).find((halt) => isForActor(halt, 'agent', agent))
  }

  async function answer(text: string, connection: AskConnection): Promise<AskReply> {
    const parsed = parseJsonText(text, 'the question')
    const line = parsed.ok ? askLineSchema.safeParse(parsed.value) : undefined
    if (line?.success !== true) return nothing('The question could not be read.')
    const room = await roomOf(line.data.folder)
    if (room === undefined) return nothing(`No workspace is open in ${line.data.folder}.`)
    return ask(room, line.data, connection)
  }

  async function roomOf(folder: string): Promise<Room | undefined> {
    const real = await realpath(folder).catch(() => undefined)
    return rooms.running().find((room) => room.workspace().path === real)
  }

  async function ask(room: Room, { agent, client, hook }: AskLine, connection: AskConnection): Promise<AskReply> {
    const asked = readHook(hook)
    if (asked === undefined) return nothing('This is for the terminal alone.')
    const call = services.newId()
    const { effect, question } = effectOfAsk(agent, client, asked, call)
    const record = askRecord(services, agent, question, effect, (wireId, raw, words) => room.noteAsk(agent, wireId, raw, words))
    const entry: Waiting = { workspace: room.id, agent, halted: new AbortController() }
    waiting.add(entry)
    try {
      const signal = AbortSignal.any([connection.gone, entry.halted.signal])
      const actor = { kind: 'agent', name: agent } as const
      const waitMs = settings.get().terminalWait * 60_000
      record.asked()
      const done = await gate.perform({ actor, effect, question, workspace: room.id, signal, waitMs }, () => passOn(connection))
      return ended(done, entry, connection, record)
    } finally {
      waiting.delete(entry)
    }
  }

  async function ended(done: Result<void>, entry: Waiting, connection: AskConnection, record: AskRecord): Promise<AskReply> {
    if (done.ok) {
      record.ended('allowed')
      return { kind: 'decided', allow: true }
    }
    const halt = haltOf(entry.workspace, entry.agent)
    const words = halt === undefined ? done.fault.message : haltedWords(halt)
    if (connection.gone.aborted || done.fault === goneFirst.fault) {
      record.ended('gone')
      return nothing(words)
    }
    const isRefused = halt !== undefined || done.fault.code === 'refused'
    if (!isRefused) {
      record.ended(done.fault.code === 'timeout' ? 'timeout' : 'unasked', words)
      return nothing(words)
    }
    connection.reply({ kind: 'decided', allow: false, words } satisfies AskReply)
    record.ended((await isPassedOn(connection)) ? 'refused' : 'gone', words)
    return { kind: 'decided', allow: false, words }
  }

  function take(text: string, connection: AskConnection): void {
    void answer(text, connection).then(
      (reply) => {
        if (reply.kind === 'none') connection.reply(reply)
        connection.close()
      },
      (thrown: unknown) => {
        services.log('a question of a terminal failed', { reason: String(thrown), level: 'error' })
        connection.close()
      },
    )
  }

  void listenForAsks({ dataDir: services.dataDir, most, onLine: take }).then((listening) => {
    if (!listening.ok) return services.log('agents in terminals cannot ask here', { fault: listening.fault, level: 'warn' })
    if (isClosed) listening.value()
    else stop = listening.value
  })
  return {
    close() {
      isClosed = true
      endHalts()
      stop?.()
    },
  }
}

const goneFirst: { readonly ok: false; readonly fault: Fault } = fail(
  'cancelled',
  'It was answered in its terminal first, or its program ended.',
)

function nothing(why: string): AskReply {
  return { kind: 'none', why: why.slice(0, 4_000) }
}

/** The approved effect is that the program hears it. */
async function passOn(connection: AskConnection): Promise<Result<void>> {
  connection.reply({ kind: 'decided', allow: true } satisfies AskReply)
  return (await isPassedOn(connection)) ? ok(undefined) : goneFirst
}

async function isPassedOn(connection: AskConnection): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), passOnMs)))
  const isDone = await Promise.race([connection.passedOn, late])
  clearTimeout(timer)
  return isDone
}
