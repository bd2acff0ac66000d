import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { runVariable } from './processes.ts'
import { anthropicEnv, claudeFiles, codexFiles, geminiEnv, geminiFiles, opencodeEnv, opencodeFiles } from './settings.ts'

/** A command-line agent, as the npm registry has it. */
export interface AgentProgram {
  /** As in `patchbay invite`. */
  readonly id: 'claude-code' | 'codex' | 'gemini-cli' | 'opencode'
  readonly title: string
  readonly npmName: string
  readonly version: string
  /** Script of its package that puts the program for this system in place. */
  readonly setup?: string
  /** Its name in PATH, and its title in the list of presets for agents of this machine. */
  readonly command: string
  readonly preset: string
  /** Events that it reports by hooks (`patchbay invite --tell-me`). */
  readonly hasHooks: boolean
  /** A tool of its own that changes nothing. */
  readonly look: { readonly call: string; readonly input: Readonly<Record<string, unknown>> }
  /** Arguments that make it take one prompt, with the tools of the project's MCP server and without questions. */
  readonly args: (prompt: string) => readonly string[]
  /** Files below its home folder: the scripted model, no questions, nothing that phones home. */
  readonly files: (place: Place) => Readonly<Record<string, string>>
  readonly env: (place: Place) => Readonly<Record<string, string>>
}

export interface Place {
  /** Address of the scripted model. */
  readonly address: string
  readonly home: string
  /** Folders that it trusts. */
  readonly folders: readonly string[]
}

/** The only place with their versions. */
export const programs: readonly AgentProgram[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    npmName: '@anthropic-ai/claude-code',
    version: '2.1.330',
    setup: 'install.cjs',
    command: 'claude',
    hasHooks: true,
    preset: 'Claude Code',
    look: { call: 'Read', input: { file_path: '/dev/null' } },
    args: (prompt) => ['-p', prompt],
    files: claudeFiles,
    env: anthropicEnv,
  },
  {
    id: 'codex',
    title: 'Codex',
    npmName: '@openai/codex',
    version: '0.169.0',
    command: 'codex',
    hasHooks: true,
    preset: 'Codex',
    look: { call: 'exec_command', input: { cmd: 'true' } },
    // It runs hooks of a project only after a person has trusted them in its terminal.
    args: (prompt) => ['exec', '--dangerously-bypass-hook-trust', prompt],
    files: codexFiles,
    env: () => ({}),
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    npmName: '@google/gemini-cli',
    version: '0.61.0',
    command: 'gemini',
    hasHooks: true,
    preset: 'Gemini CLI',
    look: { call: 'list_directory', input: { dir_path: '.' } },
    args: (prompt) => ['--approval-mode', 'yolo', '-p', prompt],
    files: geminiFiles,
    env: geminiEnv,
  },
  {
    id: 'opencode',
    title: 'opencode',
    npmName: 'opencode-ai',
    version: '1.18.33',
    setup: 'postinstall.mjs',
    command: 'opencode',
    hasHooks: false,
    preset: 'OpenCode',
    look: { call: 'glob', input: { pattern: '*.md' } },
    args: (prompt) => ['run', prompt],
    files: opencodeFiles,
    env: opencodeEnv,
  },
]

/**
 * Installs a program into the cache, unless it is there: whole or not at all, and without installation scripts but its own.
 * @returns the file to run, or why there is none, in words.
 */
export function installProgram({
  npmName,
  version,
  command,
  setup,
}: AgentProgram): { readonly file: string } | { readonly reason: string } {
  const folder = path.join(cacheFolder(), `${npmName.replace('@', '').replace('/', '+')}-${version}`)
  const file = path.join(folder, 'node_modules', '.bin', command)
  // Variables of an npm that started us are settings for this one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  if (!existsSync(file)) {
    const fresh = `${folder}.new-${process.pid}`
    mkdirSync(fresh, { recursive: true })
    writeFileSync(path.join(fresh, 'package.json'), '{ "private": true }\n')
    const options = { encoding: 'utf8', timeout: 600_000, env } as const
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `${npmName}@${version}`]
    let ran = spawnSync('npm', install, { ...options, cwd: fresh })
    if (ran.status === 0 && setup !== undefined)
      ran = spawnSync(process.execPath, [setup], { ...options, cwd: path.join(fresh, 'node_modules', npmName) })
    if (ran.status === 0) renameSync(fresh, folder)
    rmSync(fresh, { recursive: true, force: true })
    if (ran.status !== 0) return { reason: `it cannot be installed: ${lastLine(ran.stderr)}` }
  }
  const home = mkdtempSync(path.join(tmpdir(), 'patchbay-agents-'))
  const said = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 120_000, env: { PATH: env['PATH'], HOME: home } })
  rmSync(home, { recursive: true, force: true })
  if (said.status !== 0) return { reason: `its program does not start: ${lastLine(said.stderr) || String(said.error ?? said.signal)}` }
  return said.stdout.includes(version) ? { file } : { reason: `it says that it is ${lastLine(said.stdout)}` }
}

/**
 * Writes the program's settings into a home folder, and a command of its own name that starts it with its variables there.
 * @returns the folder with the command, for PATH.
 */
export function prepareProgram(program: AgentProgram, file: string, place: Place, run: string): string {
  const { address, home } = place
  for (const [name, text] of Object.entries(program.files(place))) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true })
    writeFileSync(path.join(home, name), text)
  }
  const variables = {
    ...program.env(place),
    HOME: home,
    TMPDIR: path.join(home, 'tmp'),
    [runVariable]: run,
    // The model refuses to be a proxy, and notes for whom.
    ...Object.fromEntries(['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, address])),
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  }
  const bin = path.join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  mkdirSync(variables.TMPDIR, { recursive: true })
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`)
  writeFileSync(path.join(bin, program.command), ['#!/bin/sh', ...lines, `exec ${quoted(file)} "$@"`, ''].join('\n'), { mode: 0o755 })
  return bin
}

function cacheFolder(): string {
  const xdg = process.env['XDG_CACHE_HOME']
  return path.join(xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache'), 'patchbay-agents')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}
