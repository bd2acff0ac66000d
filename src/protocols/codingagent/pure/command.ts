import type { commandNames } from './api.ts'

/** A command of the specification's Command Syntax Reference. */
export type CommandName = (typeof commandNames)[number]

/** Maximum commands in one reply; everything after them is one PARSE_ERROR. */
export const mostCommands = 9_999

interface Place {
  /** 1-based lines of the reply: the opening tag's, and the last that belongs to it. */
  readonly line: number
  readonly lastLine: number
  /** Sentences about oddly placed tags, where text may be taken for commands or commands for text. */
  readonly suspicious?: readonly string[]
}

/** What is wrong with a block: its tag, its attributes, an unknown attribute, a value, its end, its body; or there are too many. */
export type ParseProblem = 'tag' | 'attribute' | 'unknown' | 'value' | 'unclosed' | 'body' | 'too many'

export interface CreateFile extends Place {
  readonly type: 'CREATE_FILE'
  readonly path: string
  /** The bytes between the two tags: every line with its line end, '' for no lines. */
  readonly body: string
}
export interface EditFile extends Place {
  readonly type: 'EDIT_FILE'
  readonly path: string
  /** 1-based and inclusive, as in the reply; not checked against the file. */
  readonly startLine: number
  readonly endLine: number
  /** As for CREATE_FILE; '' deletes the lines. */
  readonly body: string
}
export interface FileCommand extends Place {
  readonly type: 'DELETE_FILE' | 'READ_FILE'
  readonly path: string
}
export interface TextCommand extends Place {
  readonly type: 'RUN_COMMAND' | 'MESSAGE' | 'DONE'
  /** The body with LF only, without surrounding white space. */
  readonly text: string
}
/** A block that could not be parsed. Nothing inside it is a command. */
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
