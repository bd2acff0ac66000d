import type { WorkspaceState } from '../../../api/contract.ts'
import type { Draft, DraftAbout } from '../../../core/command.ts'
import { chooseLink, type KnownName, type LinkChoice } from '../../../core/choose-link.ts'
import { conversationId } from '../../../core/conversation.ts'
import type { Event } from '../../../core/event.ts'
import type { Result } from '../../../core/fault.ts'
import { ok } from '../../../core/fault.ts'
import { parseJsonObject } from '../../../core/json-text.ts'
import type { Compose, Link } from '../../../core/link.ts'
import { isGroupAddress } from '../../../core/names.ts'
import { collect } from '../links/form-values.ts'
import { filterKey } from '../feed/feed-filter.ts'
import type { AppState, Place } from '../screen.ts'
import { conversationPlaces, shownPlace } from './places.ts'
import { screenOf, viewOf } from './screen-of.ts'
import type { ComposerDraft } from './compose-slice.ts'

export const emptyDraft: ComposerDraft = { observers: [], text: '' }

/** Used before a workspace is open. */
const nothing: Partial<Pick<WorkspaceState, 'info'>> & Pick<WorkspaceState, 'links' | 'agents' | 'conversations'> = {
  links: [],
  agents: [],
  conversations: [],
}

/** Most places that the composer offers. */
const mostPlaces = 200

/** Key of the draft that answers a debt on Needs me. The key of every draft begins with its workspace and a blank. */
export function answerKey(workspace: string | undefined, debt: string): string {
  return `${workspace ?? ''} answer ${debt}`
}

/** Key of the draft in hand: on Needs me the answer that is being written, otherwise the message for the workspace and the filter on screen. */
export function draftKey({ workspace, view, answer, filter }: Pick<AppState, 'workspace' | 'view' | 'answer' | 'filter'>): string {
  return view === 'needs' && answer !== undefined ? answerKey(workspace, answer.debt) : `${workspace ?? ''} ${filterKey(filter)}`
}

/** The draft in hand. */
export function draftOf(state: AppState): ComposerDraft {
  return state.drafts.get(draftKey(state)) ?? emptyDraft
}

/** True for a link that accepts messages; others have a screen of their own. */
export function takesMessages(link: Link, protocols: AppState['protocols']): boolean {
  return protocols.find((protocol) => protocol.id === link.protocol)?.takesMessages !== false
}

/** Why nothing can be said on a link, in a sentence. Undefined: something can, or it is not known. */
export function whyNoMessages({ state, protocols, screens }: AppState, source: string | undefined): string | undefined {
  const link = state?.links.find(({ id }) => id === source)
  if (link === undefined || takesMessages(link, protocols)) return undefined
  const title = protocols.find(({ id }) => id === link.protocol)?.title ?? link.name
  return `${title} takes no messages${screens.get(link.protocol)?.pasteItems === undefined ? '' : ': answer it in Paste'}.`
}

/**
 * The link a draft is sent on: the chosen one, or one that knows its recipients, preferring the one on screen. Undefined: there is none. For a link that
 * accepts no messages, its protocol's refusal says what to do instead.
 */
export function sourceOf(state: AppState): string | undefined {
  const links = state.state?.links ?? []
  const { source, to } = draftOf(state)
  const isLink = (wanted: string | undefined): boolean => links.some((link) => link.id === wanted)
  if (isLink(source)) return source
  const onScreen = shownConversation(state)?.source ?? state.filter.source
  if (to === undefined && isLink(onScreen)) return onScreen
  return chooseLink(to ?? namesOf(state, state.filter.agent), { ...linkChoice(state), preferred: onScreen })
}

const choices = new WeakMap<object, LinkChoice>()

/** What the choice of a link depends on; the same object while the state is unchanged. */
export function linkChoice(state: AppState): LinkChoice {
  const now = state.state ?? nothing
  const before = choices.get(now)
  if (before !== undefined) return before
  const { links, agents, conversations, info } = now
  const open = links.filter((link) => takesMessages(link, state.protocols))
  const on = open.filter((link) => link.enabled)
  const choice = {
    links: (on.length > 0 ? on : open).map(({ id }) => id),
    names: [...agents.flatMap(({ names }) => names), ...presentNames(state)],
    conversations,
    operator: info?.operator ?? '',
  }
  choices.set(now, choice)
  return choice
}

/** Names on a link by its own list, whether or not they have written. */
function presentNames(state: AppState): KnownName[] {
  return (state.state?.links ?? []).flatMap(({ id, protocol }) => {
    const names = state.screens.get(protocol)?.composerParts?.names?.(viewOf(state, id)) ?? []
    return names.map((name) => ({ source: id, name }))
  })
}

function namesOf(state: AppState, agent: string | undefined): readonly string[] {
  return state.state?.agents.find((one) => one.id === agent && !one.isOperator)?.names.map(({ name }) => name) ?? []
}

/** What messages of the draft's link can contain; undefined: one recipient, observers, text. */
export function composeOf(state: AppState): Compose | undefined {
  return composeOn(state, sourceOf(state))
}

/** What messages of a link can contain. */
export function composeOn(state: AppState, source: string | undefined): Compose | undefined {
  const link = state.state?.links.find((one) => one.id === source)
  return state.protocols.find((protocol) => protocol.id === link?.protocol)?.compose
}

/** Recipients of a draft: those chosen, or the other side of the conversation or the agent on screen. */
export function recipientsOf(state: AppState): readonly string[] {
  const { to } = draftOf(state)
  if (to !== undefined) return to
  const me = state.state?.info.operator
  const shown = shownConversation(state)
  // A message in a place is for everyone there.
  if (composeOf(state)?.where !== undefined && shown !== undefined) return []
  const other = shown?.members.includes(me ?? '') ? shown.members.find((member) => member !== me) : undefined
  if (other !== undefined) return [other]
  const source = sourceOf(state)
  const agent = state.state?.agents.find((one) => one.id === state.filter.agent && !one.isOperator)
  const name = agent?.names.find((known) => known.source === source)?.name
  return name === undefined ? [] : [name]
}

/** Places of the draft's link: those joined, and those with messages. */
export function placesOf(state: AppState): readonly Place[] {
  const source = sourceOf(state)
  const parts = screenOf(state, source)?.placeParts
  if (parts?.conversations !== undefined)
    return conversationPlaces(state, source)
      .slice(0, mostPlaces)
      .map(({ id, name }) => ({ id, name }))
  const said = (state.state?.conversations ?? []).filter((one) => one.source === source).map((one) => one.topic ?? one.key)
  const spoken = [...new Set(said)].map((name) => ({ id: name, name }))
  return (parts?.list?.(viewOf(state, source), spoken) ?? spoken).slice(0, mostPlaces)
}

/** The name of a place of a link, otherwise the place itself. */
export function placeName(state: AppState, source: string, where: string): string {
  const topic = (): string | undefined => state.state?.conversations.find((one) => one.source === source && one.key === where)?.topic
  return conversationPlaces(state, source).find((place) => place.id === where)?.name ?? topic() ?? where
}

/** Where a draft is posted: the chosen place, or the conversation on screen; several recipients, a group or a kind of message need a place. Empty: none. */
export function whereOf(state: AppState): string {
  const compose = composeOf(state)
  if (compose?.where === undefined) return ''
  const { where, label } = draftOf(state)
  if (where !== undefined) return where
  const source = sourceOf(state)
  const shown = shownConversation(state)
  const isById = screenOf(state, source)?.placeParts?.conversations !== undefined
  if (shown !== undefined && shown.source === source) return isById ? shown.key : (shown.topic ?? shown.key)
  const to = recipientsOf(state)
  const [first = ''] = to
  const isPrivate = to.length === 1 && !isGroupAddress(first) && (label ?? '') === '' && !compose.where.required
  return isPrivate ? '' : (placesOf(state)[0]?.id ?? '')
}

/** The draft in the engine's form, or what is wrong with the input. */
export function wireDraft(state: AppState): Result<Draft> {
  const draft = draftOf(state)
  const compose = composeOf(state)
  const operator = state.state?.info.operator ?? ''
  const where = whereOf(state)
  const label = draft.label?.trim() ?? ''
  const data = label === '' ? ok(undefined) : dataOf(draft, compose, label)
  if (!data.ok) return data
  return ok({
    from: compose === undefined || compose.anySender === true ? (draft.from ?? operator) : operator,
    to: [...recipientsOf(state)],
    observers: [...draft.observers],
    text: textFieldOf(state) === undefined ? '' : draft.text,
    ...(draft.replyTo !== undefined && { replyTo: draft.replyTo.id }),
    ...(where !== '' && { where }),
    ...(draft.about !== undefined && { about: draft.about }),
    ...draft.kept,
    ...(label !== '' && { label, data: data.value ?? {} }),
  })
}

/** What the text of a draft is: the message itself, or a field of its kind. Undefined: this kind has no text. */
export function textFieldOf(state: AppState): { readonly label: string; readonly placeholder: string } | undefined {
  const { label = '', isCustom } = draftOf(state)
  const known = isCustom === true ? undefined : composeOf(state)?.labels?.find((one) => one.id === label)
  if (known === undefined) return { label: 'Message', placeholder: 'Write a message' }
  const field = known.fields.find((one) => one.name === known.text)
  return field && { label: field.label, placeholder: field.placeholder ?? field.label }
}

/** Whether there is something to send: text, or a kind of message that needs none. */
export function hasContent(state: AppState): boolean {
  const draft = draftOf(state)
  return draft.text.trim() !== '' || (draft.label ?? '').trim() !== ''
}

/** Whether everything that can be checked here is filled in: a text, or all required fields of its kind. Otherwise there is nothing to preview yet. */
export function isFilledIn(state: AppState): boolean {
  const draft = draftOf(state)
  const known = draft.isCustom === true ? undefined : composeOf(state)?.labels?.find((one) => one.id === draft.label)
  if (known === undefined) return hasContent(state)
  const valueOf = (name: string): string => (name === known.text ? draft.text : String(draft.fields?.[name] ?? ''))
  return known.fields.every((field) => field.required !== true || valueOf(field.name).trim() !== '')
}

/** A message of the engine in the composer, as it is. @param replyTo the event that it replies to */
export function prepared(draft: Draft, source: string, compose: Compose | undefined, replyTo: Event | undefined): ComposerDraft {
  const { to, observers, text, about } = draft
  return {
    source,
    isLinkPicked: true,
    to,
    observers,
    text,
    ...typedOf(draft, compose),
    ...(about !== undefined && { about }),
    ...(replyTo !== undefined && replyTo.id === draft.replyTo && { replyTo }),
  }
}

/** A handover goes to whom the operator chooses in the end. */
export function handedTo(draft: ComposerDraft, to: string | undefined): ComposerDraft {
  const moved = (about: DraftAbout): DraftAbout => (about.intent === 'handover' && to !== undefined ? { ...about, to } : about)
  const { about, also } = draft
  if (about === undefined) return draft
  return {
    ...draft,
    about: moved(about),
    ...(also !== undefined && { also: also.map((one) => (one.about === undefined ? one : { ...one, about: moved(one.about) })) }),
  }
}

/** A draft whose author was told what happened to its debt since it was begun: the next press sends it. */
export function toldOf(draft: ComposerDraft): ComposerDraft {
  return { ...withoutKnown(draft), ...(draft.also !== undefined && { also: draft.also.map(withoutKnown) }) }
}

function withoutKnown<T extends { readonly about?: DraftAbout | undefined }>(one: T): T {
  if (one.about === undefined) return one
  const { known: _known, ...about } = one.about
  return { ...one, about }
}

/** A draft of the engine in the composer: its kind and form. */
export function typedOf({ where, label, data }: Draft, compose: Compose | undefined): Partial<ComposerDraft> {
  if (compose?.where === undefined) return label === undefined ? {} : { kept: { label, ...(data !== undefined && { data }) } }
  const known = compose.labels?.find((one) => one.id === label)
  const typed = Object.entries(data ?? {}).map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : ''])
  return {
    ...(where !== undefined && { where }),
    label: label ?? '',
    isCustom: label !== undefined && known === undefined,
    ...(data !== undefined && (known === undefined ? { json: JSON.stringify(data, undefined, 2) } : { fields: Object.fromEntries(typed) })),
  }
}

function dataOf(draft: ComposerDraft, compose: Compose | undefined, label: string): Result<Record<string, unknown>> {
  const known = compose?.labels?.find((one) => one.id === label)
  if (known !== undefined && draft.isCustom !== true) {
    const fields = known.fields.filter((field) => field.name !== known.text)
    return ok(collect(fields, draft.fields ?? {}).config)
  }
  const text = draft.json?.trim() ?? ''
  const parsed = text === '' ? ok({}) : parseJsonObject(text, 'The payload')
  return parsed.ok ? ok({ ...parsed.value }) : { ok: false, fault: { ...parsed.fault, field: 'data' } }
}

function shownConversation(
  state: AppState,
): { readonly source: string; readonly key: string; readonly topic?: string | undefined; readonly members: readonly string[] } | undefined {
  const { conversation } = state.filter
  if (conversation === undefined) return undefined
  const known = state.state?.conversations.find((one) => conversationId(one.source, one.key) === conversation)
  if (known !== undefined) return known
  // A place without messages.
  const place = shownPlace(state)
  return place && { source: place.link, key: place.id, members: [] }
}
