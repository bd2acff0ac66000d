import type { CaseHeader } from './lines.ts'

/** The bars beside names, in the hues of the app's agents. */
const hues = [
  ['you', 'var(--t1)'],
  ['a1', 'light-dark(#3f7fd6,#6aa3f0)'],
  ['a2', 'light-dark(#97613f,#c99a7c)'],
  ['a3', 'light-dark(#2c8a63,#55b98d)'],
  ['a4', 'light-dark(#a14bb0,#c57fd3)'],
  ['a5', 'light-dark(#877a12,#c0b04a)'],
  ['a6', 'light-dark(#1b8a9c,#4fb9c9)'],
  ['a7', 'light-dark(#c2477a,#e07fa6)'],
  ['a8', 'light-dark(#6d6a9c,#9d9ac9)'],
]
  .map(([name, hue]) => `.${name}{--hue:${hue}}`)
  .join('')

/**
 * The style of a case's content, in the values of the app's tokens; light or dark as around it.
 * @param root selector of the element that the style is for
 * @param main selector of the one in it that has the content
 */
export function contentStyle(root: string, main: string): string {
  return `
${root}{--bg:light-dark(#ffffff,#17181b);--sunken:light-dark(#f5f6f8,#111214);--t1:light-dark(#16181d,#e8e9ec);--t2:light-dark(#464b55,#b3b7bf);--t3:light-dark(#606670,#9398a2);--line:light-dark(#d6d9de,#34373c);--needs:light-dark(#8a4a00,#f4b65a);--lost:light-dark(#b2251f,#f78c83);--accent:light-dark(#2857d0,#8aabff);--tint:light-dark(#e9effc,#1d2740)}
*{box-sizing:border-box}
${root}{margin:0;background:var(--bg);color:var(--t1);font:14px/1.5 system-ui,sans-serif}
${main}{max-width:976px;margin:0 auto;padding:32px 16px 64px}
h1{font-size:22px;margin:12px 0 0}h2{font-size:15px;margin:32px 0 8px}
p{margin:4px 0}.dim{color:var(--t2)}.small{font-size:12px;color:var(--t3)}
code,time,.mono{font:12px/1.5 ui-monospace,monospace}time{color:var(--t3);white-space:nowrap}
.proof{border:1px solid var(--line);border-radius:8px;padding:8px 12px;margin:16px 0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-top:1px solid var(--line)}
th{font-weight:500;color:var(--t2);border-top:0}td.text{white-space:pre-wrap;overflow-wrap:anywhere;width:100%}td.where{white-space:nowrap;text-align:right}td:last-child{padding-right:0}td{font-variant-numeric:tabular-nums}
tr:target td{background:var(--tint)}.needs{color:var(--needs)}.lost{color:var(--lost)}a{color:inherit}
.gap td{border-top:1px dashed var(--t3);color:var(--t3)}.as{color:var(--accent);background:var(--tint);border-radius:3px;padding:0 2px}
.chip{font:600 10px/1.4 ui-monospace,monospace;color:var(--t2);border-bottom:2px solid var(--link,var(--line))}
.hidden{font:10px ui-monospace,monospace;border:1px solid var(--line);border-radius:3px;padding:0 2px;color:var(--lost)}
.label,.text code{font:12px ui-monospace,monospace;background:var(--sunken);padding:0 3px;border-radius:3px}
.text code.block{display:block;padding:4px 8px;margin:4px 0}
${hues}
.who{border-left:3px solid var(--hue);padding-left:6px}.text .who+.who{margin-left:4px}.bar{fill:var(--hue,none)}
.g{width:12px;height:12px;fill:currentColor;stroke:currentColor;vertical-align:-1px}.g-loop{fill:none;stroke-width:1.5}.ends{float:right}.ends a{margin-left:12px}
svg[role]{width:100%;height:auto;font:12px system-ui,sans-serif;fill:var(--t1)}.f-line{stroke:var(--line)}.f-time{font:10px ui-monospace,monospace;fill:var(--t3)}.f-stem{stroke:var(--t3);fill:none}.f-foot{fill:var(--link,var(--t2))}.f-chip{font:600 10px ui-monospace,monospace;fill:var(--t2);text-anchor:middle}.f-small{font-size:11px}.f-read{stroke:var(--t2);fill:var(--t2)}.f-delivered{stroke:var(--t2);fill:var(--bg)}.f-tint{fill:light-dark(#fdf0ef,#2b1a1a)}.f-end{stroke:var(--t1)}.f-under{fill:var(--bg)}.f-bin{fill:var(--t3)}.f-many{stroke-width:2.5}.f-count{font:600 11px system-ui,sans-serif}.f-ring{fill:none;stroke:var(--lost);stroke-width:1.5}
.f-mine{fill:var(--needs)}.f-others{fill:light-dark(#5a6f92,#8fa6cc)}.f-answered{fill:var(--line)}.f-over{fill:var(--lost)}.f-age{text-anchor:end;font-size:11px}
@media(max-width:700px){td,th{display:block;border-top:0;padding:0}tr{display:block;border-top:1px solid var(--line);padding:6px 0}td.text{width:auto}td.where{text-align:left}td:not(.text,.where){display:inline-block;padding-right:8px}td:empty{display:none}}
`
}

/** The colours of protocols, in the order of the header. What is in a rule is no text of others: the schema of a line lets nothing else through. */
function linkRules({ protocols }: Pick<CaseHeader, 'protocols'>): string {
  return protocols.map(({ hue }, at) => (hue === undefined ? '' : `.p${at}{--link:${hue}}`)).join('\n')
}

const linkRule = /^\.p\d+\{--link:light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)\}$/gm

/** The colours of protocols out of a page, or out of its beginning. */
export function linkRulesIn(page: string): string {
  return [...page.slice(0, Math.max(0, page.indexOf('</style>'))).matchAll(linkRule)].map(([rule]) => rule).join('\n')
}

/** The style of a case's page: one file that opens anywhere. It prints in light. */
export function pageStyle(header: Pick<CaseHeader, 'protocols'>): string {
  return `
:root{color-scheme:light dark}
@media print{:root{color-scheme:light}}${contentStyle('body', 'main')}${linkRules(header)}
`
}
