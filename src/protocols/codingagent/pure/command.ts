import type { commandNames } from './api.ts'

/** A command of the specification's Command Syntax Reference. */
export type CommandName = (typeof commandNames)[number]

/** Commands in one reply; what stands behind them is one PARSE_ERROR. */
export const mostCommands = 9_999

interface Place {
  /** 1-based lines of the reply: that of the opening tag, and the last one that belongs to it. */
  readonly line: number
  readonly lastLine: number
  /** Sentences about tags that stand or follow in an odd way, so that text may be taken for commands or commands for text. */
  readonly suspicious?: readonly string[]
}

/** What is wrong with a block: its tag, its attributes, an attribute that it does not have, a value, its end, its body; or there are too many. */
export type ParseProblem = 'tag' | 'attribute' | 'unknown' | 'value' | 'unclosed' | 'body' | 'too many'

export interface CreateFile extends Place {
  readonly type: 'CREATE_FILE'
  readonly path: string
  /** The bytes between the two tags: every line with its end, '' for no lines. */
  readonly body: string
}
export interface EditFile extends Place {
  readonly type: 'EDIT_FILE'
  readonly path: string
  /** 1-based and inclusive, as the reply says them; not checked against the file. */
  readonly startLine: number
  readonly endLine: number
  /** As of CREATE_FILE; '' deletes the lines. */
  readonly body: string
}
export interface FileCommand extends Place {
  readonly type: 'DELETE_FILE' | 'READ_FILE'
  readonly path: string
}
export interface TextCommand extends Place {
  readonly type: 'RUN_COMMAND' | 'MESSAGE' | 'DONE'
  /** The body with LF only, without white space around it. */
  readonly text: string
}
/** A block that could not be understood. Nothing inside it is a command. */
export interface ParseError extends Place {
  readonly type: 'PARSE_ERROR'
  /** One sentence for the LLM. */
  readonly text: string
  readonly problem: ParseProblem
  /** The command that was probably meant. */
  readonly name?: CommandName
}

/** One command of a reply (specification: Inbox Format), in order of appearance. */
export type Command = CreateFile | EditFile | FileCommand | TextCommand | ParseError
