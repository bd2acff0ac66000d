import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * How a command and its descendants are kept together. `pid-namespace` (Linux with util-linux): the kernel kills every descendant with the first process, whatever it
 * did to escape. `process-group`: descendants are found by group, session, parent and a mark in their environment.
 */
export type Isolation = 'pid-namespace' | 'process-group'

/** The wrapper command: empty for `process-group`. */
export type Wrapper = readonly string[]

/**
 * The first process of a namespace ignores most signals and inherits orphans, so it must not be the program itself. Descriptor 3 keeps the shell's own
 * messages (`Terminated`) out of the program's output.
 */
const init = ['/bin/sh', '-c', 'exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); exit $?', 'sh'] as const
const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
const probeMs = 3_000

let probed: Promise<Wrapper | undefined> | undefined

/** The wrapper that creates a pid namespace on this machine, determined once; undefined if there is none. */
export function namespaceWrapper(): Promise<Wrapper | undefined> {
  probed ??= probe()
  return probed
}

async function probe(): Promise<Wrapper | undefined> {
  if (process.platform !== 'linux') return undefined
  const unshare = find('unshare')
  if (unshare === undefined || !existsSync('/bin/sh')) return undefined
  const setpriv = find('setpriv')
  // When Patchbay is killed, the kernel kills the wrapper, which ends the namespace.
  const lifeline = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--']
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']
  const namespace = [unshare, ...user, '--pid', '--fork', '--kill-child', '--mount-proc', '--', ...init]
  for (const wrapper of [[...lifeline, ...namespace], namespace]) {
    if (await works([...wrapper, '/bin/sh', '-c', 'exit 7'])) return wrapper
  }
  return undefined
}

function find(program: string): string | undefined {
  return folders.map((folder) => `${folder}/${program}`).find((path) => existsSync(path))
}

function works([program = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', env: {}, timeout: probeMs, killSignal: 'SIGKILL' })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 7))
  })
}
