/**
 * Proves that set-up works on a machine with Node, npm and a shell, but without Python, make or a compiler: clones HEAD to a scratch folder
 * and runs `npm start` there with such a PATH, until the page and its assets are served.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { root } from './checkout.mjs'
import { captureChild } from './child.mjs'
import { Tally } from './tally.mjs'

const tools = [
  'sh',
  'bash',
  'env',
  'cat',
  'ls',
  'mkdir',
  'rm',
  'cp',
  'mv',
  'ln',
  'chmod',
  'uname',
  'dirname',
  'basename',
  'readlink',
  'sed',
]
const forbidden = ['python', 'python3', 'make', 'cc', 'gcc', 'g++', 'c++', 'clang', 'node-gyp']
const startMs = 5 * 60_000

/** Runs the proof, prints its steps and returns { passed, failures }. Linux and macOS. */
export async function proveCleanInstall() {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'patchbay-clean-'))
  const clone = path.join(scratch, 'patchbay')
  const sum = { passed: 0, failures: [] }
  const step = (name, complaint) => {
    if (complaint) sum.failures.push(`${name}: ${complaint}`)
    else sum.passed += 1
    console.log(complaint ? `✗ ${name}: ${complaint}` : `✓ ${name}`)
    return complaint === undefined
  }
  try {
    const cloned = await captureChild('git', ['clone', '-q', root, clone])
    if (!step('a clone of HEAD', cloned.code === 0 ? undefined : cloned.output)) return sum
    const env = bareEnv(path.join(scratch, 'bin'), path.join(scratch, 'home'))
    const found = forbidden.filter((name) => existsSync(path.join(env.PATH, name)))
    step('a PATH without Python, make and compilers', found.length ? found.join(', ') : undefined)
    await startAndAsk(clone, env, path.join(scratch, 'data'), step)
    const version = await captureChild('node', [path.join(clone, 'bin', 'patchbay.mjs'), '--version'], { env, cwd: scratch })
    step('the command line from another folder', /^\d+\.\d+\.\d+\n$/.test(version.output) ? undefined : version.output)
    const health = await captureChild('node', [path.join(clone, 'bin', 'patchbay.mjs'), 'doctor', '--data', path.join(scratch, 'data')], {
      env,
    })
    step('patchbay doctor', health.code === 0 ? undefined : health.output)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return sum
}

/** An environment whose PATH is one folder of links to Node, npm and a few tools. */
function bareEnv(bin, home) {
  mkdirSync(bin)
  mkdirSync(home)
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder && !folder.includes('node_modules'))
  for (const name of ['node', 'npm', ...tools]) {
    const folder = folders.find((candidate) => existsSync(path.join(candidate, name)))
    if (folder) symlinkSync(realpathSync(path.join(folder, name)), path.join(bin, name))
  }
  const kept = [
    'LANG',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'no_proxy',
    'npm_config_registry',
    'NODE_EXTRA_CA_CERTS',
  ]
  const env = Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  return { ...env, PATH: bin, HOME: home, CI: 'true' }
}

/** Runs `npm start` until its address is printed, then fetches the page, without the token, and a file that it names. */
async function startAndAsk(clone, env, data, step) {
  const started = Date.now()
  const child = spawn('npm', ['--silent', 'start', '--', '--port', '0', '--data', data], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const signalGroup = (signal) => child.pid && process.kill(-child.pid, signal)
  const timer = setTimeout(() => signalGroup('SIGKILL'), startMs)
  const ended = new Promise((resolve) => child.once('close', resolve))
  let address
  try {
    const line = await lastLine(child.stdout)
    const isAddress = /^http:\/\/127\.0\.0\.1:\d+\/#token=/.test(line)
    const seconds = ((Date.now() - started) / 1000).toFixed(0)
    if (!step(`npm start prints its address (${seconds} s)`, isAddress ? undefined : `it printed: ${line}`)) return
    address = line
    const page = await fetch(new URL('/', address))
    const html = await page.text()
    step('the page is served', page.status === 200 ? undefined : `status ${page.status}`)
    const asset = /(?:src|href)="([^"]+\.js)"/.exec(html)?.[1]
    const script = asset ? await fetch(new URL(asset, address)) : undefined
    step('its script is served', script?.status === 200 ? undefined : `${asset}: status ${script?.status}`)
    step('the checkout is unchanged', (await captureChild('git', ['status', '--porcelain'], { cwd: clone })).output || undefined)
  } finally {
    clearTimeout(timer)
    if (child.exitCode === null) signalGroup('SIGTERM')
    await ended
    const isGone = address
      ? await fetch(new URL('/', address)).then(
          () => false,
          () => true,
        )
      : true
    step('it stops on request', isGone ? undefined : 'it still responds')
  }
}

/** The first line on the child's stdout that is an address, or its output if it exited. */
async function lastLine(stream) {
  let last = 'nothing'
  for await (const line of createInterface({ input: stream })) {
    last = line
    if (line.startsWith('http://')) break
  }
  return last
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const tally = new Tally()
  tally.add(await proveCleanInstall())
  process.exit(tally.finish())
}
