import type { JaibberMessage } from '../pure/message.ts'
import { mentionedOf } from '../pure/mention.ts'
import { splitText } from '../pure/split.ts'
import { roomForText } from '../pure/size.ts'
import type { Job } from './job.ts'

/** Who answers, and in which project. */
interface Author {
  readonly userId: string
  readonly agentName: string
}

/** The fields of a job that its messages contain. */
type AnsweredJob = Pick<Job, 'responseId' | 'depth' | 'chain'> & { readonly trigger: Pick<JaibberMessage, 'messageId' | 'projectId'> }

/** Room for fields added in transit. */
const spareBytes = 512

/** The messages of one answer, exactly as specified ("Streaming Protocol"). */
export function answerMessages(
  { userId, agentName }: Author,
  { trigger, responseId, depth, chain }: AnsweredJob,
  names: () => readonly string[],
) {
  const base = {
    from: userId,
    fromUsername: agentName,
    projectId: trigger.projectId,
    responseId,
    agentName,
    parentMessageId: trigger.messageId,
  }
  const response = (text: string, messageId: string): JaibberMessage => {
    const mentions = mentionedOf(text, names())
    return {
      ...base,
      text,
      messageId,
      responseId: messageId,
      type: 'response',
      isAgentMessage: true,
      responseDepth: depth,
      respondingChain: [...chain],
      ...(mentions.length > 0 && { mentions }),
    }
  }
  const chunk = (text: string): JaibberMessage => ({ ...base, text, messageId: responseId, type: 'chunk' })
  return {
    typing: (messageId: string): JaibberMessage => ({ ...base, text: '', messageId, type: 'typing' }),
    chunks: (text: string): JaibberMessage[] => fitting(text, chunk).map(chunk),
    /** The whole text, as several messages if it is too long for one. `newId` makes the ids after the first. */
    responses: (text: string, newId: (part: number) => string): JaibberMessage[] =>
      fitting(text, (part) => response(part, responseId)).map((part, at) => response(part, at === 0 ? responseId : newId(at))),
    error: (reason: string): JaibberMessage => ({
      ...base,
      text: `Agent error: ${reason}`,
      messageId: responseId,
      type: 'error',
      isAgentMessage: true,
    }),
  }
}

/** The text, split into parts that each fit into one message. */
function fitting(text: string, make: (text: string) => JaibberMessage): string[] {
  const room = roomForText(make(text)) - spareBytes
  return text === '' ? [text] : splitText(text, room)
}
