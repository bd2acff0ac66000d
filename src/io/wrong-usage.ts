import { complain } from './standard-streams.ts'

/** The exit code of every command for a wrong command line. */
export const usageError = 2

/**
 * Says what is wrong with what an option was given, where only the command itself can find it: a date, a name. What lies in files, on standard input or
 * elsewhere is a fault, with exit code 1. @returns the exit code.
 */
export function wrongUsage(option: string, words: string): typeof usageError {
  complain(`${option}: ${words}`)
  return usageError
}
