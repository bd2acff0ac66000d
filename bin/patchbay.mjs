#!/usr/bin/env node
/**
 * The command `patchbay`. Plain JavaScript for Node 18 and newer: runs the sources in this process if its Node can,
 * otherwise in a child on the checkout's own Node, with the same folder, arguments, streams and exit code.
 */
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { isSuitable, nodeProblem, root, suitableNode } from '../scripts/checkout.mjs'
import { exitCodeOf, runChild } from '../scripts/child.mjs'
import { say } from '../scripts/words.mjs'

const main = path.join(root, 'src', 'cli', 'main.ts')
const problem =
  nodeProblem() ??
  (existsSync(path.join(root, 'node_modules', 'commander')) && suitableNode()
    ? undefined
    : `Patchbay is not installed yet. Run \`npm ci\` in ${root}.`)

if (problem) {
  say(problem)
  process.exitCode = 1
} else if (isSuitable(process.version)) {
  // As in main.ts, but earlier: otherwise the TypeScript compiler is loaded for that file alone, unless it is cached.
  module.enableCompileCache(path.join(root, 'node_modules', '.cache', 'patchbay'))
  process.argv[1] = main
  await import('../src/cli/main.ts')
} else {
  // The IPC channel tells the child when this process is killed, so that no server is left behind.
  const args = [main, ...process.argv.slice(2)]
  process.exitCode = exitCodeOf(await runChild(suitableNode(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }))
}
