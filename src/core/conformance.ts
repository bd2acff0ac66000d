import { z } from 'zod'
import type { Finding } from './lint.ts'
import { headOf, singleSpaced } from './text.ts'

/** How well the messages of one agent follow the rules of their protocols: the lint's findings over its latest messages. */

/** How many of an agent's latest messages are checked. */
export const conformanceMost = 500
/** With fewer messages, a score says nothing. */
export const scoreFrom = 20
/** Rules that a report names, and examples of each. */
const rulesMost = 50

const ruleReportSchema = z.object({
  rule: z.string(),
  protocol: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  /** How many messages break it. */
  messages: z.int().positive(),
  /** What the newest finding says, and how to fix it. */
  message: z.string(),
  fix: z.string().optional(),
  /** Id of the newest event that breaks it. */
  example: z.string(),
})
export const conformanceSchema = z.object({
  agent: z.string(),
  /** Messages looked at, the newest ones. */
  messages: z.int().nonnegative(),
  /** Of these, how many have a finding. */
  found: z.int().nonnegative(),
  /** 100 × (1 − (errors + ¼ warnings) / messages), at least 0; absent: too few messages to say. */
  score: z.number().optional(),
  /** Most frequent first, errors before the rest. */
  rules: z.array(ruleReportSchema).max(rulesMost),
})
/** The conformance of one agent. */
export type Conformance = z.infer<typeof conformanceSchema>
export type RuleReport = Conformance['rules'][number]

/** A message and what the lint found in it. */
export interface LintedMessage {
  readonly event: string
  readonly protocol: string
  readonly findings: readonly Finding[]
}

/** Sums up the findings of an agent's messages, newest first. A message counts once, by its worst finding. */
export function conformanceOf(agent: string, messages: readonly LintedMessage[]): Conformance {
  const rules = new Map<string, RuleReport>()
  let errors = 0
  let warnings = 0
  let found = 0
  for (const { event, protocol, findings } of messages) {
    if (findings.some(({ severity }) => severity === 'error')) errors++
    else if (findings.some(({ severity }) => severity === 'warning')) warnings++
    if (findings.length > 0) found++
    const once = new Map(findings.map((finding) => [finding.rule, finding]))
    for (const { rule, severity, message, fix } of once.values()) {
      const known = rules.get(rule)
      const first = { rule, protocol, severity, message, example: event, ...(fix !== undefined && { fix }) }
      rules.set(rule, known === undefined ? { ...first, messages: 1 } : { ...known, messages: known.messages + 1 })
    }
  }
  const sorted = [...rules.values()].toSorted(worstFirst)
  const score = Math.max(0, 100 * (1 - (errors + warnings / 4) / Math.max(1, messages.length)))
  return { agent, messages: messages.length, found, rules: sorted.slice(0, rulesMost), ...(messages.length >= scoreFrom && { score }) }
}

function worstFirst(a: RuleReport, b: RuleReport): number {
  return Number(b.severity === 'error') - Number(a.severity === 'error') || b.messages - a.messages || (a.rule < b.rule ? -1 : 1)
}

/** The rule that most messages of an agent break; undefined: they break none. */
export function mostBroken({ rules }: Conformance): RuleReport | undefined {
  return rules.toSorted((a, b) => b.messages - a.messages)[0]
}

/** Whom the rules concern most, first: the lowest score, then those without one. */
export function worstScore(a: Conformance | undefined, b: Conformance | undefined): number {
  return (a?.score ?? 101) - (b?.score ?? 101)
}

/** A rule that several agents may break. Its message and example are those of the agent that breaks it most. */
export interface BrokenRule extends RuleReport {
  /** Ids of the agents that break it, the one with the most messages first. */
  readonly agents: readonly string[]
}

/** Adds up the reports of agents by rule: most frequent first, errors before the rest. */
export function brokenRules(reports: readonly Conformance[]): readonly BrokenRule[] {
  const found = reports.flatMap(({ agent, rules }) => rules.map((rule) => ({ agent, rule })))
  const byRule = Map.groupBy(
    found.toSorted((a, b) => b.rule.messages - a.rule.messages),
    ({ rule }) => `${rule.protocol}|${rule.rule}`,
  )
  const broken = [...byRule.values()].flatMap((each): BrokenRule[] =>
    each[0] === undefined
      ? []
      : [{ ...each[0].rule, messages: each.reduce((sum, { rule }) => sum + rule.messages, 0), agents: each.map(({ agent }) => agent) }],
  )
  return broken.toSorted(worstFirst)
}

/** A score as it is shown: whole, or with one decimal where rounding would say 100. */
export function scoreText(score: number): string {
  const whole = Math.round(score)
  return whole === 100 && score < 100 ? (Math.floor(score * 10) / 10).toFixed(1) : String(whole)
}

/** The report for the agent's author, as Markdown. `name`: the agent's name. Text from messages is put in code spans, so that it stays text. */
export function authorReport(name: string, { messages, found, rules }: Conformance): string {
  const lines = rules.map(({ rule, messages: count, message, fix }, index) =>
    [`${index + 1}. ${rule} ×${count}: ${singleSpaced(message)}`, ...(fix === undefined ? [] : [`   Better: ${codeSpan(fix)}`])].join('\n'),
  )
  return [
    `${codeSpan(name)}: ${found} of the last ${messages} messages ${found === 1 ? 'breaks' : 'break'} ${rules.length === 1 ? '1 rule' : `${rules.length} rules`}.`,
    '',
    ...lines,
  ].join('\n')
}

const spanChars = 400

/** Text in backticks, more of them than it contains in a row. */
function codeSpan(text: string): string {
  const line = headOf(singleSpaced(text), spanChars).toWellFormed()
  const longest = Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}
