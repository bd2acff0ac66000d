import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { parseJsonObject } from '../../../core/json-text.ts'
import type { SwitchboardMessage } from './message.ts'

const text = z.string().max(4_000)

/** Specification: Delivery Receipt Schema. */
export const receiptSchema = z.object({
  id: text,
  inReplyTo: z.string().min(1).max(200),
  status: z.string().min(1).max(64),
  summary: text.nullish(),
  processedAt: z.string().max(64).nullish(),
  error: z.unknown().optional(),
})
export type Receipt = z.infer<typeof receiptSchema>

/** What a receipt needs to know of its message. */
export type Received = Pick<SwitchboardMessage, 'id' | 'sender' | 'recipient'>

/** A program reports that it is done with a message: `<id>.result.json` next to it. Its status is `delivered`, `executed`, `completed`, `failed`, … */
const resultFileSchema = z.object({
  id: text.nullish(),
  inReplyTo: z.string().min(1).max(200),
  status: z.string().min(1).max(64),
  processedAt: z.string().max(64).nullish(),
  artifacts: z.array(z.unknown()).max(1_000).nullish(),
  error: z.unknown().optional(),
})
export type ResultFile = z.infer<typeof resultFileSchema>

/** The receipt of a delivered message; `at` is our clock in ms. */
export function receiptFor(message: Received, at: number): Receipt {
  return {
    id: `receipt_${message.id}`,
    inReplyTo: message.id,
    status: 'delivered',
    summary: `Message delivered to '${message.recipient}' inbox`,
    processedAt: new Date(at).toISOString(),
    error: null,
  }
}

/** The file of a receipt in `outbox/<sender>/`. */
export function receiptFileName(messageId: string): string {
  return `receipt_${messageId}.json`
}

/** The bytes of a receipt's file. */
export function formatReceipt(receipt: Receipt): string {
  return `${JSON.stringify(receipt, undefined, 2)}\n`
}

/** Reads a receipt, or `<id>.receipt.json` next to a message. Never throws. */
export function parseReceipt(source: string): Result<Receipt> {
  const object = parseJsonObject(source, 'The receipt')
  if (!object.ok) return object
  const parsed = receiptSchema.safeParse(object.value)
  return parsed.success ? ok(parsed.data) : fail('invalid', 'This is not a receipt: it does not name its message or the result.')
}

/** Reads `<id>.result.json`; without `inReplyTo`, the file name says which message it is for. Never throws. */
export function parseResultFile(file: string, source: string): Result<ResultFile> {
  const object = parseJsonObject(source, file)
  if (!object.ok) return object
  const parsed = resultFileSchema.safeParse({ inReplyTo: file.replace(/\.result\.json$/i, ''), ...object.value })
  return parsed.success ? ok(parsed.data) : fail('invalid', `${file} is not a result: it has no status.`)
}
