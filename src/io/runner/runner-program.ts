import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, extname, isAbsolute, join, resolve } from 'node:path'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { errnoFault } from '../errno-fault.ts'

/** What every program needs from our environment. Nothing else is passed on: none of our tokens, keys or secrets. */
const ordinary = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TERM TZ TMPDIR TMP TEMP',
    'SystemRoot SystemDrive windir ComSpec PATHEXT USERPROFILE APPDATA LOCALAPPDATA ProgramData ProgramFiles',
  ]
    .flatMap((names) => names.split(' '))
    .map((name) => name.toUpperCase()),
)

/** What a program with a window needs in addition. */
const desktop = new Set(
  'DISPLAY WAYLAND_DISPLAY XAUTHORITY XDG_RUNTIME_DIR XDG_SESSION_TYPE XDG_CURRENT_DESKTOP DBUS_SESSION_BUS_ADDRESS'.split(' '),
)

export interface ProgramRequest {
  /** Name (looked up in PATH) or path. Never passed to a shell. */
  readonly program: string
  readonly args: readonly string[]
  /** Absolute working folder. */
  readonly cwd: string
  /** Variables in addition to the allowed ones. */
  readonly env?: Readonly<Record<string, string>>
  /** Windows: arguments are passed unquoted; for a shell's command line. */
  readonly isVerbatim?: boolean
}

/** A program that exists and is executable. */
export interface CheckedProgram {
  readonly path: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Record<string, string>
  readonly isVerbatim: boolean
}

/** Checks a request against the disk, so that a missing program is reported before anything is started. */
export async function checkProgram(request: ProgramRequest, withDesktop = false): Promise<Result<CheckedProgram>> {
  const { program, args, cwd } = request
  const extra = Object.entries(request.env ?? {})
  if (program === '') return fail('invalid', 'No program given.', { field: 'program' })
  if ([program, cwd, ...args, ...extra.flat()].some((text) => text.includes('\0'))) {
    return fail('invalid', `The command for ${program.slice(0, 200)} contains a NUL character.`)
  }
  if (program.length > limits.pathChars) return fail('too-large', 'The program name is too long.', { field: 'program' })
  if (!isAbsolute(cwd)) return fail('invalid', `The working folder must be an absolute path, not “${cwd.slice(0, 200)}”.`, { field: 'cwd' })
  try {
    if (!(await stat(cwd)).isDirectory())
      return fail('not-found', `${cwd} is not a folder, so ${program} cannot run in it.`, { field: 'cwd' })
  } catch (thrown) {
    const refused = errnoFault(thrown, `run ${program} in ${cwd}`)
    return { ok: false, fault: { ...refused.fault, field: 'cwd' } }
  }
  const env = { ...allowedEnvironment(process.env, withDesktop), ...Object.fromEntries(extra) }
  const path = await findProgram(program, cwd, env)
  return path.ok ? ok({ path: path.value, args, cwd, env, isVerbatim: request.isVerbatim === true }) : path
}

/** The variables of `env` that a program may see. `withDesktop` adds those that a window needs. */
function allowedEnvironment(env: Readonly<Record<string, string | undefined>>, withDesktop = false): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    const isAllowed = ordinary.has(name.toUpperCase()) || name.startsWith('LC_') || (withDesktop && desktop.has(name))
    if (isAllowed && value !== undefined) kept[name] = value
  }
  return kept
}

/** Absolute path of a program that can be started by name; undefined: there is none on the PATH. */
export async function programOnPath(name: string): Promise<string | undefined> {
  const found = await findProgram(name, process.cwd(), allowedEnvironment(process.env))
  return found.ok ? found.value : undefined
}

async function findProgram(program: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Result<string>> {
  const isWindows = process.platform === 'win32'
  const isPath = /[/\\]/.test(program) && (isWindows || program.includes('/'))
  const search = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
  const folders = isPath ? [''] : search.split(delimiter).filter((folder) => isAbsolute(folder))
  const endings = isWindows && extname(program) === '' ? ['.exe', '.com', '.cmd', '.bat'] : ['']
  let refusal: Result<string> = isPath
    ? fail('not-found', `The program ${program} does not exist.`, { field: 'program' })
    : fail('not-found', `“${program}” was not found on the PATH. Install it, or give its full path.`, { field: 'program' })
  for (const folder of folders) {
    for (const ending of endings) {
      const path = isPath ? resolve(cwd, program + ending) : join(folder, program + ending)
      const state = await programState(path)
      if (state === 'runs') return isBatch(path) ? batchRefusal(program) : ok(path)
      if (state === 'forbidden') refusal = fail('unavailable', `${path} is not executable.`, { field: 'program', detail: 'EACCES' })
    }
  }
  return refusal
}

async function programState(path: string): Promise<'runs' | 'forbidden' | 'missing'> {
  try {
    if (!(await stat(path)).isFile()) return 'forbidden'
    await access(path, constants.X_OK)
    return 'runs'
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EACCES' ? 'forbidden' : 'missing'
  }
}

function isBatch(path: string): boolean {
  return process.platform === 'win32' && /\.(?:cmd|bat)$/i.test(path)
}

/** Arguments to a batch file pass through cmd.exe, which no quoting makes safe. */
function batchRefusal(program: string): Result<string> {
  return fail('unsupported', `${program} is a batch file, which cannot be started safely. Give the full path of its .exe instead.`, {
    field: 'program',
  })
}
