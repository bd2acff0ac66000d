import type { Command } from 'commander'

/** The `lint` command of the whole program, to which every protocol adds the lint of its own files. Created on first use. */
export function lintCommand(program: Command): Command {
  return (
    program.commands.find((command) => command.name() === 'lint') ??
    program.command('lint').description('check what agents wrote; prints one JSON line per problem, exits with 1 if any is an error')
  )
}

/** Examples for the end of a command's help, one per line: `addHelpText('after', examples('patchbay serve --demo'))`. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`
}
