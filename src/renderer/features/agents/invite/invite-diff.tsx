import type { ShownChange } from '../../../../api/invite.ts'
import { VisibleText, visibleString } from '../../../ui/visible-text.tsx'

const signWords = { '+': 'added', '-': 'removed', ' ': undefined, '@': undefined } as const

/** What an invitation does to one file: its path, why, and the lines that change. */
export function InviteDiff({ change }: { readonly change: ShownChange }): React.JSX.Element {
  const { file, isOutside, verb, why, lines } = change
  return (
    <section className="invite-file" aria-label={visibleString(file)}>
      <h3>
        <span className="mono cut" title={visibleString(file)}>
          <VisibleText text={file} />
        </span>
        <span className="end dim">{verb}</span>
      </h3>
      <p className="small mid">
        <VisibleText text={`It ${why}.`} />
        {isOutside && ' This file is outside the project: you are asked about it once more, and a copy stays next to it.'}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll */}
      <pre className="raw invite-lines" tabIndex={0} aria-label={`Changes of ${visibleString(file)}`}>
        {lines.map(({ sign, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines may be equal, and never move
          <span key={index} className={sign === '+' ? 'add' : sign === '-' ? 'del' : sign === '@' ? 'dim' : undefined}>
            {signWords[sign] !== undefined && <span className="sr">{signWords[sign]}: </span>}
            <span aria-hidden="true">{sign === '@' ? '…' : sign} </span>
            <VisibleText text={text} />
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  )
}
