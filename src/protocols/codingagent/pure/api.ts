import { z } from 'zod'
import { faultSchema } from '../../../core/fault-schema.ts'
import { limits } from '../../../core/limits.ts'
import { confirmed, method } from '../../../core/method.ts'
import { findingSchema } from '../../../core/lint.ts'
import type { ProtocolApi, ProtocolMethod } from '../../../core/protocol.ts'

/**
 * The methods and view of a session home, for the Paste view. A *round* is one outbox and the reply to it; its number is the sequence number of the
 * specification (Session Management). File paths are relative to the session's workspace, with `/`.
 */
const session = z.string().regex(/^[0-9a-f]{8}$/, 'A session id has 8 hexadecimal digits')
const sequence = z.int().min(1).max(9_999)
const filePath = z.string().min(1).max(limits.pathChars)
const index = z.int().min(1).max(10_000)
const round = { session, sequence }
const none = z.object({})

/** ask: everything waits for the operator · files: all but RUN_COMMAND is applied automatically · all: everything is. */
export const applyModes = ['ask', 'files', 'all'] as const
export type ApplyMode = (typeof applyModes)[number]

const roundStates = ['open', 'replied', 'applying', 'applied', 'interrupted', 'rolled back'] as const

const sessionRowSchema = z.object({
  id: session,
  task: z.string(),
  /** Absolute path of its workspace. */
  workspace: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  sequence,
  isComplete: z.boolean(),
  mode: z.enum(applyModes),
  rounds: z.array(
    z.object({
      sequence,
      /** open: no reply yet · replied: waits for the review · interrupted: a crash occurred while it was applied */
      state: z.enum(roundStates),
      /** Version of its outbox; above 1 if that was rewritten. */
      version: z.int().optional(),
      /** When the operator last copied its outbox, ms. */
      copiedAt: z.number().optional(),
      /** `Round.reply.number` of its reply, also after that was withdrawn. */
      reply: z.int().optional(),
      /** Results with `Success = false`. */
      failed: z.int(),
      /** `Round.decided`. */
      decided: z.string().optional(),
    }),
  ),
})
export type SessionRow = z.infer<typeof sessionRowSchema>

/** A running command, with the end of its output. */
const liveRunSchema = z.object({
  session,
  sequence,
  index,
  /** Rows done, of rows to do. */
  done: z.int(),
  total: z.int(),
  /** Exact text of a running RUN_COMMAND; absent between commands. */
  command: z.string().optional(),
  output: z.string().optional(),
  startedAt: z.number(),
})

export const homeViewSchema = z.object({
  home: z.string(),
  /** The default workspace for a new session. */
  workspace: z.string(),
  /** Why nothing can be changed here: another Patchbay has locked the home. */
  readOnly: faultSchema.optional(),
  /** The operator has halted: replies wait, and none can be applied. Its id. */
  halted: z.string().max(40).optional(),
  /** How commands are confined on this machine, in one sentence, including weaknesses. */
  confinement: z.string(),
  /** The session that files in `inbox/` belong to. */
  active: session.optional(),
  /** Newest first. */
  sessions: z.array(sessionRowSchema),
  /** Number of sessions not in the list. */
  more: z.int(),
  /** Session files that could not be read. */
  damaged: z.array(z.object({ file: z.string(), fault: faultSchema })),
  /** Files that wait in `inbox/`, each with the reason. */
  waiting: z.array(z.object({ file: z.string(), why: z.string() })).optional(),
  run: liveRunSchema.optional(),
  /** Git lists the home as untracked: the line that would exclude it, and the file for it. Offered one time. */
  exclude: z.object({ file: z.string(), line: z.string() }).optional(),
})
export type HomeView = z.infer<typeof homeViewSchema>

export const commandNames = ['CREATE_FILE', 'EDIT_FILE', 'DELETE_FILE', 'READ_FILE', 'RUN_COMMAND', 'MESSAGE', 'DONE'] as const

/** The result of one command (specification: Execution Errors). */
export const resultSchema = z.object({
  /** A command name, or PARSE_ERROR. */
  type: z.string(),
  success: z.boolean(),
  /** The sentence of the specification: `Created 'src/a.ts'`. */
  summary: z.string(),
  /** The output of a RUN_COMMAND, at most 4,000 characters. */
  output: z.string().optional(),
})
export type CommandResult = z.infer<typeof resultSchema>

/** ready: can be applied · stale: the file has changed since it was shown · refused: cannot be applied · shown: has no effect · after done: follows DONE */
const rowStates = ['ready', 'stale', 'refused', 'shown', 'after done'] as const

export const planRowSchema = z.object({
  index,
  type: z.enum([...commandNames, 'PARSE_ERROR']),
  /** 1-based line of the reply. */
  line: z.int(),
  path: z.string().optional(),
  /** Exact command text, message, summary or error. */
  text: z.string().optional(),
  /** Lines that an EDIT_FILE replaces: those that will be used, those that the reply named, and those where the intended text was found. */
  range: z
    .object({
      from: z.int(),
      to: z.int(),
      saidFrom: z.int(),
      saidTo: z.int(),
      foundFrom: z.int().optional(),
      foundTo: z.int().optional(),
    })
    .optional(),
  added: z.int(),
  removed: z.int(),
  /** One or two words: `new file`, `overwrites`, `low`, `shell, 30 s`. */
  risk: z.string(),
  state: z.enum(rowStates),
  /** Why it is stale or refused, and anything suspicious, one sentence each. */
  notes: z.array(z.string()),
  /** For an edit whose lines were found elsewhere: which place is used, the one found or the one named in the reply. */
  rebase: z.enum(['moved', 'kept']).optional(),
  /** Code points in text or path that a screen would hide. */
  hidden: z.array(z.string()),
  /** Why it needs approval in every mode: it reads what may be secret, or changes what other programs run by themselves. */
  guard: z.enum(['secret', 'ignored', 'runs by itself']).optional(),
  /** The operator's choice. */
  apply: z.boolean(),
  /** The operator has changed its body. */
  isEdited: z.boolean(),
  result: resultSchema.optional(),
})
export type PlanRow = z.infer<typeof planRowSchema>

const planSchema = z.object({
  /** Changes with anything that applying depends on: the reply, the choices, the files. */
  hash: z.string(),
  rows: z.array(planRowSchema),
  lint: z.array(findingSchema.omit({ edits: true })),
  /** Findings that *Repair* would fix. */
  repairs: z.int(),
  /** Text outside command blocks, for the operator to read. */
  prose: z.array(z.object({ line: z.int(), text: z.string() })),
  /** Set by the last dry run of exactly this plan. */
  dryRun: z.object({ at: z.number(), failed: z.int() }).optional(),
})
export type Plan = z.infer<typeof planSchema>

const roundSchema = z.object({
  session,
  sequence,
  state: z.enum(roundStates),
  reply: z
    .object({
      /** Which of the replies to this round, withdrawn and repaired ones included. */
      number: z.int(),
      text: z.string(),
      characters: z.int(),
      at: z.number(),
      /** `clipboard`, or the name of the inbox file. */
      from: z.string(),
      /** Anything odd about it, one sentence each. */
      warnings: z.array(z.string()).optional(),
      /** The original reply, if *Repair* made this one from it. */
      original: z.string().optional(),
    })
    .optional(),
  plan: planSchema.optional(),
  /** Changes with what the operator decides about a reply that waits for the review, as in another window: choices, texts, a dry run. */
  decided: z.string().optional(),
  /** Name of the command that a crash interrupted. */
  interrupted: z.string().optional(),
  /** The newest applied round can be rolled back; absent: it cannot. */
  rollBack: z.object({ restores: z.array(filePath), removes: z.array(filePath), cannot: z.array(z.string()) }).optional(),
})
export type Round = z.infer<typeof roundSchema>

const diffLine = z.object({ kind: z.enum(['same', 'add', 'del']), before: z.int().optional(), after: z.int().optional(), text: z.string() })
const diffSchema = z.object({
  path: z.string(),
  /** Runs of changed lines with three lines around them. */
  hunks: z.array(z.object({ lines: z.array(diffLine) })),
  /** A change that lines cannot show: `only the final newline changes`, `binary`, `too large to show`. */
  note: z.string().optional(),
  /** The body as it would be applied, for editing; absent if there is none. */
  body: z.string().optional(),
})
export type FileDiff = z.infer<typeof diffSchema>

const outboxSchema = z.object({
  text: z.string(),
  bytes: z.int(),
  /** An estimate: 4 characters per token. */
  tokens: z.int(),
  copiedAt: z.number().optional(),
  listed: z.int(),
  /** Numbers of files not listed, by reason: `ignored by .gitignore` 1,204. */
  leftOut: z.array(z.object({ reason: z.string(), files: z.int() })),
})
export type Outbox = z.infer<typeof outboxSchema>

export const treeEntrySchema = z.object({
  path: filePath,
  kind: z.enum(['file', 'folder']),
  size: z.int().optional(),
  /** listed: named in the outbox · attached: with its contents · left out: by the operator · ignored: by a rule */
  state: z.enum(['listed', 'attached', 'left out', 'ignored']),
  /** Why it is ignored or cannot be attached. */
  reason: z.string().optional(),
})
export type TreeEntry = z.infer<typeof treeEntrySchema>

const choice = z
  .object({
    index,
    apply: z.boolean().optional(),
    rebase: z.enum(['moved', 'kept']).optional(),
    /** New body or command text; null discards the operator's change. */
    body: z.string().max(limits.message).nullable().optional(),
  })
  .strict()

/** The reply that was on the screen (`Round.reply.number`): what is meant for it never meets another one. */
const reply = z.int()

/** The operator's choices for the open round's outbox, for all of the workspace. */
const chosen = { leaveOut: z.array(filePath).max(5_000), attach: z.array(filePath).max(500) }

export const homeMethods = {
  /** Creates a session, writes its first outbox and makes it the active one. */
  new: method(
    z.object({ task: z.string().min(1).max(20_000), workspace: z.string().max(limits.pathChars).optional() }).strict(),
    z.object({ session }),
  ),
  /** Makes a session the active one, which inbox files belong to. */
  resume: method(z.object({ session }).strict(), none),
  outbox: method(z.object(round).strict(), outboxSchema),
  /** The operator has copied it. */
  copied: method(z.object(round).strict(), none),
  /** Files in a folder of the workspace, or all those whose path contains `query`. */
  tree: method(
    z.object({ session, folder: z.string().max(limits.pathChars), query: z.string().max(200).optional() }).strict(),
    z.object({ entries: z.array(treeEntrySchema).max(1_000), more: z.int(), chosen: z.object(chosen) }),
  ),
  /** Rewrites the open round's outbox with these files left out and these attached, replacing earlier choices (`tree`: `chosen`). */
  choose: method(z.object({ session, ...chosen }).strict(), outboxSchema),
  /** Takes a reply for the open round: it is put into `inbox/` like any other, and the round waits for review. */
  paste: method(z.object({ session, text: z.string().min(1).max(limits.message) }).strict(), roundSchema),
  round: method(z.object(round).strict(), roundSchema),
  diff: method(z.object({ ...round, index }).strict(), diffSchema),
  /** Changes what would be applied. */
  decide: method(z.object({ ...round, reply, choices: z.array(choice).min(1).max(10_000) }).strict(), roundSchema),
  /** Tries everything but commands without writing anything. */
  dryRun: method(z.object(round).strict(), roundSchema),
  /** Applies the plan with this hash and writes the next outbox. Answers when it is done or stopped. */
  apply: confirmed(z.object({ ...round, hash: z.string().max(200) }).strict(), roundSchema),
  /** Ends the running command; later ones are not run and reported as such. */
  stop: method(z.object({ session }).strict(), none),
  /** Replaces the reply with the version fixed by its lint findings (`Plan.repairs`), for the plan with this hash. Choices start over. */
  repair: method(z.object({ ...round, hash: z.string().max(200) }).strict(), roundSchema),
  /** Restores the original of a repaired reply. */
  unrepair: method(z.object({ ...round, reply }).strict(), roundSchema),
  /** Withdraws the reply, so another can be pasted. Nothing in it was applied. */
  discard: method(z.object({ ...round, reply }).strict(), roundSchema),
  /** Restores the files as they were before the round, which must be the last one applied. */
  rollBack: confirmed(z.object(round).strict(), roundSchema),
  /** Adds the line of the view's `exclude`, or records that it is not wanted. */
  exclude: confirmed(z.object({ add: z.boolean() }).strict(), none),
  mode: confirmed(z.object({ session, mode: z.enum(applyModes) }).strict(), none),
} as const satisfies Readonly<Record<string, ProtocolMethod>>

export type HomeMethods = typeof homeMethods
export const homeApi: ProtocolApi = { methods: homeMethods, view: homeViewSchema }
