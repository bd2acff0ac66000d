import { Plus } from 'lucide-react'
import type { Link, LinkStatus, ProtocolInfo } from '../../../core/link.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { Chip } from '../common/chip.tsx'
import { counted } from '../../ui/time.ts'
import { LinkRow } from './link-row.tsx'
import './links.css'
import { useApp } from '../state/store.ts'
import { useTestAll, type TestAll } from './use-test-all.ts'
import { AsOf } from '../replay/as-of.tsx'

const none: readonly Link[] = []
const untried: TestAll['tried'] = new Map()
const lampWords: readonly (readonly [LinkStatus['lamp'], string])[] = [
  ['up', 'up'],
  ['connecting', 'connecting'],
  ['down', 'down'],
  ['off', 'off'],
]

/** All links by protocol: where each connects, its status, and its actions. Another workspace starts it anew: tests and their results belong to one. */
export function LinksView(): React.JSX.Element {
  return <LinksOfWorkspace key={useApp((state) => state.workspace)} />
}

function LinksOfWorkspace(): React.JSX.Element {
  const protocols = useApp((state) => state.protocols)
  const links = useApp((state) => state.state?.links ?? none)
  const isLive = useIsLive()
  const isPast = useApp((state) => state.past !== undefined)
  const tests = useTestAll()
  const followed = links.filter(({ enabled }) => enabled)
  return (
    <>
      <header className="head">
        <h1>Links</h1>
        <AsOf />
        {!isLive && <span className="sub lost">not connected</span>}
        {lampWords.map(([lamp, word]) => {
          const number = links.filter((link) => link.status.lamp === lamp).length
          return (
            isLive &&
            number > 0 && (
              <span key={lamp} className="sub">
                {number} {word}
              </span>
            )
          )
        })}
        <span className="end" />
        {!isPast && followed.length > 0 && (
          <button type="button" className="btn ghost" disabled={tests.isBusy || !isLive} onClick={() => void tests.run(followed)}>
            {tests.isBusy ? 'Testing…' : 'Test all'}
          </button>
        )}
      </header>
      <div className="scroll tbl">
        {protocols.map((protocol) => (
          <Section
            key={protocol.id}
            protocol={protocol}
            links={links.filter((link) => link.protocol === protocol.id)}
            tried={isPast ? untried : tests.tried}
          />
        ))}
      </div>
    </>
  )
}

interface SectionProps {
  readonly protocol: ProtocolInfo
  readonly links: readonly Link[]
  readonly tried: TestAll['tried']
}

function Section({ protocol, links, tried }: SectionProps): React.JSX.Element {
  const setDetail = useApp((state) => state.setDetail)
  const isPast = useApp((state) => state.past !== undefined)
  const isAdding = useApp((state) => state.past === undefined && state.detail.get('links') === `new:${protocol.id}`)
  return (
    <section className="part" aria-labelledby={`links-${protocol.id}`}>
      <header>
        <Chip protocol={protocol.id} />
        <h2 id={`links-${protocol.id}`}>{protocol.title}</h2>
        <span className="n">{counted(links.length, 'link')}</span>
        <span className="end dim promise" title={protocol.promise}>
          {protocol.promise}
        </span>
        {!isPast && (
          <button
            type="button"
            className={isAdding ? 'btn small on' : 'btn small'}
            aria-expanded={isAdding}
            onClick={() => setDetail('links', isAdding ? undefined : `new:${protocol.id}`)}
          >
            <Plus className="i" aria-hidden="true" /> {protocol.addLabel}
          </button>
        )}
      </header>
      {links.map((link) => (
        <LinkRow key={link.id} link={link} protocol={protocol} test={tried.get(link.id)} />
      ))}
      {links.length === 0 && <p className="lk-more dim">None in this workspace. {protocol.blurb}</p>}
    </section>
  )
}
