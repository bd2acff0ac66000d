import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/fakes/command-line.ts'
import { tempFolder } from '../../test/fakes/journal.ts'
import { createProgram } from './program.ts'

/** Every command and group of commands, by its words on the command line. */
function pathsOf(command: Command, words: readonly string[] = []): [string, Command][] {
  return command.commands.flatMap((each) => {
    const own = [...words, each.name()]
    return [[own.join(' '), each] as [string, Command], ...pathsOf(each, own)]
  })
}

test.each(pathsOf(createProgram()))('explains itself: %s --help', async (words, { options }) => {
  const run = await runCommand([...words.split(' '), '--help'], { cwd: tempFolder() })
  expect(run).toMatchObject({ code: 0, err: '' })
  expect(run.out).toContain(`Usage: patchbay ${words}`)
  expect(run.out).toContain('Examples:')
  const required = options.filter(({ mandatory }) => mandatory)
  expect(run.out.match(/\(required\)/g) ?? []).toHaveLength(required.length)
})
