import { randomUUID } from 'node:crypto'
import { chmodSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, ok, reasonOf } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { lineSplitter } from './line-splitter.ts'
import { readOwnFile, writeOwnFile } from './own-file.ts'

/**
 * The socket where hooks of agents' programs ask. It serves nothing else, so whoever runs below an agent can only ask there: the address and the token of
 * the dashboard are not needed. Only our own user may connect. A closed connection is a question that nobody waits for any more.
 */

const infoName = 'ask.json'
const socketName = 'ask.sock'
/** Bytes of a path that every system accepts for a socket. */
const mostPath = 100
const infoSchema = z.object({ path: z.string().min(1).max(1_000) })

/** Connections at the same time; each holds at most one line. */
const mostConnections = 64
/** A connection that has not asked by then is closed, ms. */
const askWithinMs = 5_000

/** One connection of a hook. */
export interface AskConnection {
  reply(line: unknown): void
  /** Aborted when the hook is gone. */
  readonly gone: AbortSignal
  /** Resolves with whether the hook says that it passed the answer on. */
  readonly passedOn: Promise<boolean>
  close(): void
}

export interface AskSocketOptions {
  readonly dataDir: string
  /** Bytes of a question. */
  readonly most: number
  /** Called with the first line of each connection. Must not throw. */
  readonly onLine: (line: string, connection: AskConnection) => void
}

/** Listens in the data folder, whose lock the caller holds. @returns a function that stops it and removes its files. */
export function listenForAsks({ dataDir, most, onLine }: AskSocketOptions): Promise<Result<() => void>> {
  const connections = new Set<Socket>()
  const server = createServer((socket) => serve(socket))
  server.maxConnections = mostConnections

  function serve(socket: Socket): void {
    connections.add(socket)
    const lines = lineSplitter(most)
    const gone = new AbortController()
    let hasAsked = false
    const { promise: passedOn, resolve: passOn } = Promise.withResolvers<boolean>()
    const connection: AskConnection = {
      reply: (line) => void socket.write(`${JSON.stringify(line)}\n`),
      gone: gone.signal,
      passedOn,
      close: () => void socket.end(),
    }
    const tooLate = setTimeout(() => void socket.destroy(), askWithinMs)
    socket.on('error', () => undefined) // 'close' follows
    socket.on('close', () => {
      clearTimeout(tooLate)
      connections.delete(socket)
      gone.abort()
      passOn(false)
    })
    socket.on('data', (bytes) => {
      for (const line of lines.take(bytes)) {
        if (line === undefined || line.badBytes > 0) {
          socket.destroy()
          return
        }
        if (hasAsked) passOn(true)
        else {
          hasAsked = true
          clearTimeout(tooLate)
          onLine(line.text, connection)
        }
      }
    })
  }

  return new Promise((resolve) => {
    const failed = (thrown: unknown): void => resolve(cannotOpen(thrown))
    const place = placeOf(dataDir, failed)
    if (place === undefined) return
    server.once('error', failed)
    server.listen(place.path, () => {
      const published = publish(dataDir, place.path)
      const stop = (): void => {
        server.close()
        for (const socket of connections) socket.destroy()
        rmSync(join(dataDir, infoName), { force: true })
        rmSync(place.folder ?? place.path, { force: true, recursive: place.folder !== undefined })
      }
      if (published.ok) resolve(ok(stop))
      else {
        stop()
        resolve(published)
      }
    })
  })
}

/** Closes the socket to other users and says where it is. Somebody may have removed it since it was made. */
function publish(dataDir: string, socket: string): Result<void> {
  try {
    if (process.platform !== 'win32') chmodSync(socket, 0o600)
  } catch (thrown) {
    return cannotOpen(thrown)
  }
  return writeOwnFile(join(dataDir, infoName), { path: socket })
}

function cannotOpen(thrown: unknown): Result<never> {
  return fail('unavailable', 'Agents in terminals cannot ask here: their socket cannot be opened.', { detail: reasonOf(thrown) })
}

/** In the data folder; where its path is too long for a socket, in a private folder of its own. */
function placeOf(dataDir: string, failed: (thrown: unknown) => void): { readonly path: string; readonly folder?: string } | undefined {
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\patchbay-${randomUUID()}` }
  const path = join(dataDir, socketName)
  try {
    if (Buffer.byteLength(path) <= mostPath) {
      rmSync(path, { force: true }) // left over from a crash
      return { path }
    }
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-ask-'))
    return { path: join(folder, socketName), folder }
  } catch (thrown) {
    failed(thrown)
    return undefined
  }
}

/** Asks the Patchbay that uses the data folder. */
export interface Asking {
  /** The first line of the answer; undefined: nobody answers. */
  readonly answer: Promise<string | undefined>
  /** Says that the answer was passed on. */
  passedOn(): Promise<void>
  /** Nobody waits for the answer any more. */
  end(): void
}

/** @returns undefined if no Patchbay runs there, or the socket is not ours. */
export function askAt(dataDir: string, question: unknown, most: number): Asking | undefined {
  const info = readOwnFile(join(dataDir, infoName), infoSchema)
  if (info === undefined || !isOurs(info.path)) return undefined
  const socket = createConnection(info.path, () => void socket.write(`${JSON.stringify(question)}\n`))
  const lines = lineSplitter(most)
  const answer = new Promise<string | undefined>((resolve) => {
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(undefined))
    socket.on('data', (bytes) => {
      const [line] = lines.take(bytes)
      if (line !== undefined) resolve(line.badBytes === 0 ? line.text : undefined)
    })
  })
  return {
    answer,
    passedOn: () => new Promise((resolve) => socket.end('{"passedOn":true}\n', () => resolve())),
    end: () => void socket.destroy(),
  }
}

/** A socket of our own user, not a link to another's. Windows: its name cannot be guessed. */
function isOurs(path: string): boolean {
  if (process.platform === 'win32') return path.startsWith('\\\\.\\pipe\\patchbay-')
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isSocket() === true && stats.uid === process.getuid?.()
}
