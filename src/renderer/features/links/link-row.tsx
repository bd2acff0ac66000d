import { createElement, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { Link, LinkAct, ProtocolInfo } from '../../../core/link.ts'
import { recordedLamp } from '../replay/past-state.ts'
import { useNow } from '../state/clock.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Lamp } from '../common/lamp.tsx'
import { age, count } from '../../ui/time.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { LastMarker } from './last-marker.tsx'
import { LinkMenu } from './link-menu.tsx'
import { LinkProgress } from './link-progress.tsx'
import { LinkReason } from './link-reason.tsx'
import { Tried } from './tried-link.tsx'
import type { TriedLink } from './use-test-all.ts'
import { useApp } from '../state/store.ts'

interface LinkRowProps {
  readonly link: Link
  readonly protocol: ProtocolInfo
  /** Its part of *Test all*; undefined: it was not tested. */
  readonly test: TriedLink | undefined
}

/** One link: lamp, name, place, status, number of messages, last activity, buttons. Problems are shown below. */
export function LinkRow({ link, protocol, test }: LinkRowProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const actOnLink = useApp((state) => state.actOnLink)
  const lines = useApp((state) => state.screens.get(link.protocol)?.linkLines)
  const setDetail = useApp((state) => state.setDetail)
  const isOn = useApp((state) => state.detail.get('links') === link.id)
  const isPast = useApp((state) => state.past !== undefined)
  const now = useNow()
  const [asked, setAsked] = useState<LinkAct>()
  const toast = useApp((state) => state.toast)
  const actFault = useApp((state) => (state.linkFault?.link === link.id ? state.linkFault.fault : undefined))
  const [ownFault, setFault] = useState<Fault>()
  const fault = ownFault ?? actFault
  const { status } = link
  const acts = protocol.acts.filter(({ id }) => status.acts === undefined || status.acts.includes(id))

  const act = async (id: string): Promise<void> => {
    setAsked(undefined)
    const done = await actOnLink(link.id, id)
    if (done.ok) toast({ text: done.value.text, detail: link.name })
  }
  const enable = async (enabled: boolean): Promise<void> => {
    const done = await client.call('links.enable', { link: link.id, enabled })
    setFault(done.ok ? undefined : done.fault)
  }
  return (
    <div role="group" aria-label={visibleString(link.name)}>
      <div className={`tr lk ${link.enabled ? '' : 'off'} ${isOn ? 'on' : ''}`}>
        <span>
          <Lamp lamp={recordedLamp(status)} />
        </span>
        <button type="button" className="plain cut" title={visibleString(link.name)} onClick={() => setDetail('links', link.id)}>
          <b>
            <VisibleText text={link.name} />
          </b>
        </button>
        <span className="mono cut place" title={visibleString(link.place)}>
          <VisibleText text={link.place} />
        </span>
        <span className={`cut says ${link.enabled ? 'mid' : ''}`} title={visibleString(status.text)}>
          <VisibleText text={status.text} />
        </span>
        <CountLink link={link} />
        <span className="age" title="Last activity">
          {status.lastActivity === undefined ? '–' : age(status.lastActivity, now)}
        </span>
        <span className="verbs">
          {isPast ? undefined : link.enabled ? (
            acts.map((each) => (
              <button
                key={each.id}
                type="button"
                className="btn small"
                onClick={() => (each.confirm === undefined ? void act(each.id) : setAsked(each))}
              >
                {each.label}
              </button>
            ))
          ) : (
            <button type="button" className="btn small" onClick={() => void enable(true)}>
              {protocol.needs === 'account' ? 'Connect' : 'Follow'}
            </button>
          )}
          {!isPast && (
            <LinkMenu
              link={link}
              isAccount={protocol.needs === 'account'}
              onEnable={(enabled) => void enable(enabled)}
              onFault={setFault}
            />
          )}
        </span>
      </div>
      {status.progress && <LinkProgress name={link.name} progress={status.progress} onCancel={() => void act('cancel')} />}
      {status.reason && link.enabled && !isPast && (
        <LinkReason reason={status.reason} retryAt={status.retryAt} now={now} onRetry={() => void act('retry')} />
      )}
      {fault && (
        <div className="lk-more">
          <FieldFault fault={fault} />
        </div>
      )}
      {test !== undefined && <Tried test={test} />}
      {lines !== undefined && createElement(lines, { link })}
      <LastMarker link={link} />
      {asked?.confirm !== undefined && (
        <ConfirmDialog
          title={`${asked.label} ${link.name}?`}
          exact={asked.confirm}
          verb={asked.label}
          onConfirm={() => void act(asked.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

function CountLink({ link }: { readonly link: Link }): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  const setFilter = useApp((state) => state.setFilter)
  const number = link.status.count
  if (number === undefined) return <span className="r dim">–</span>
  return (
    <button
      type="button"
      className="r link"
      title="Show in the feed"
      onClick={() => {
        setView('feed')
        setFilter({ source: link.id })
      }}
    >
      {count(number.value)} {number.unit}
    </button>
  )
}
