import { z } from 'zod'

/** The parts of a Jaibber server's answers that we read. Everything else is ignored. */
const word = z.string().max(512)

export const loginSchema = z.object({ token: z.string().min(1).max(16_384), userId: word.min(1), username: word })

/** A token request or token for Ably, passed on unchanged. */
export const ablyTokenSchema = z.union([z.looseObject({ keyName: word, mac: word }), z.looseObject({ token: z.string().max(16_384) })])
export type AblyToken = z.infer<typeof ablyTokenSchema>

const projectSchema = z.object({ id: word.min(1), name: word })
export type ServerProject = z.infer<typeof projectSchema>
/** The list itself, or in `projects` or `data`. */
export const projectsSchema = listed('projects', projectSchema)

/** A page of messages, newest first. Its rows are checked one by one. */
export const messagesSchema = z.object({
  data: z.array(z.unknown()).max(1_000),
  pagination: z.object({ cursor: word.nullish(), hasMore: z.boolean().optional() }).optional(),
})

export const messageRowSchema = z.object({
  id: word.min(1),
  senderId: word.nullish(),
  senderType: word,
  senderName: word.nullish(),
  type: z.string().max(64),
  text: z.string(),
  parentMessageId: word.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  createdAt: z.union([z.string().max(64), z.number()]).optional(),
})

export const taskSchema = z.object({
  id: word.min(1),
  title: z.string().max(2_000),
  status: z.string().max(64),
  description: z.string().max(200_000).nullish(),
  assignedAgentName: word.nullish(),
  createdAt: z.union([z.string().max(64), z.number()]).optional(),
  updatedAt: z.union([z.string().max(64), z.number()]).optional(),
})
export type ServerTask = z.infer<typeof taskSchema>
export const tasksSchema = listed('tasks', taskSchema)
/** The task itself, or in `task` or `data`. */
export const oneTaskSchema = z.union([
  taskSchema,
  z.object({ task: taskSchema }).transform(({ task }) => task),
  z.object({ data: taskSchema }).transform(({ data }) => data),
])

function listed<T extends z.ZodType>(name: string, item: T) {
  const list = z.array(item).max(2_000)
  return z.union([
    list,
    z.object({ [name]: list }).transform((whole) => whole[name] as z.output<T>[]),
    z.object({ data: list }).transform(({ data }) => data as z.output<T>[]),
  ])
}
