#!/usr/bin/env node
/**
 * The command `patchbay`. Plain JavaScript for Node 20 and newer: runs the program in this process if its Node can,
 * otherwise in a child on the checkout's own Node, with the same folder, arguments, streams and exit code.
 */
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isSuitable, nodeProblem, root, suitableNode } from '../scripts/checkout.mjs'
import { exitCodeOf, runChild } from '../scripts/child.mjs'
import { commandFile } from '../scripts/command.mjs'
import { say } from '../scripts/words.mjs'

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
  const program = commandFile()
  process.argv[1] = program
  await import(pathToFileURL(program).href)
} else {
  // The IPC channel tells the child when this process is killed, so that no server is left behind.
  const args = [commandFile(), ...process.argv.slice(2)]
  process.exitCode = exitCodeOf(await runChild(suitableNode(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }))
}
