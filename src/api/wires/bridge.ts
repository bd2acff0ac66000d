import { fail, reasonOf } from '../../core/fault.ts'
import type { Fault, Result } from '../../core/fault.ts'
import type { Client, Connection } from '../client.ts'
import type { MethodName, Output } from '../contract.ts'
import { ReceivedStates } from '../state-change.ts'
import type { WirePush } from '../state-change.ts'

/** Everything that the preload script exposes to the page. Results are plain values; a rejected promise is a bug or a dead main process. */
export interface Bridge {
  readonly call: (method: string, input: unknown) => Promise<unknown>
  /** Returns the function that stops it. */
  readonly subscribe: (subscription: unknown, onPush: (push: unknown) => void, onFault: (fault: unknown) => void) => () => void
}

/** The client over Electron's IPC. There is nothing to reconnect: without the main process there is no window. */
export function connectBridge(bridge: Bridge): Client {
  let state: Connection = 'open'
  const listeners = new Set<Parameters<Client['onConnection']>[0]>()
  const ends = new Set<() => void>()
  return {
    async call<M extends MethodName>(method: M, input: unknown) {
      if (state === 'closed') return fail('unavailable', 'The connection is closed.')
      try {
        return (await bridge.call(method, input)) as Result<Output<M>>
      } catch (thrown) {
        return fail('unavailable', 'Patchbay is not responding. Close the window and restart Patchbay.', { detail: reasonOf(thrown) })
      }
    },
    subscribe(subscription, onPush, onFault) {
      let end = follow(false)
      function follow(isAgain: boolean): () => void {
        const states = new ReceivedStates()
        let isOver = false
        const stop = bridge.subscribe(
          subscription,
          (carried) => {
            const push = isOver ? undefined : states.read(carried as WirePush)
            if (push !== undefined) {
              onPush(push)
              if (isAgain && push.type === 'state') onPush({ type: 'resync', workspace: push.workspace, cursor: push.cursor })
              isAgain = false
            } else if (!isOver) {
              // Something is missing: subscribe again, which begins with a whole state.
              finish()
              end = follow(true)
            }
          },
          (fault) => onFault?.(fault as Fault),
        )
        const finish = (): void => {
          isOver = true
          ends.delete(finish)
          stop()
        }
        ends.add(finish)
        return finish
      }
      return () => end()
    },
    onConnection(listener) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
    close() {
      if (state === 'closed') return
      state = 'closed'
      for (const stop of ends) stop()
      ends.clear()
      for (const listener of listeners) listener('closed')
    },
  }
}
