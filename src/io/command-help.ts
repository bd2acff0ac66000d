import type { Command } from 'commander'

/** The command `lint` of the whole program: every protocol puts the lint of its own files below it. The first who asks makes it. */
export function lintCommand(program: Command): Command {
  return (
    program.commands.find((command) => command.name() === 'lint') ??
    program.command('lint').description('check what agents wrote; prints one JSON line per problem, exits with 1 if any is an error')
  )
}

/** Examples for the end of a command's help, one line each: `addHelpText('after', examples('patchbay serve --demo'))`. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`
}
