import { Octagon } from 'lucide-react'
import { useState } from 'react'
import type { HaltState } from '../../../core/halt.ts'
import { refuses } from '../../../core/halt.ts'
import { beyondWords } from '../../../core/halt-beyond.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { clockTime, count, counted, exactTime } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import './halt.css'
import { haltKeys } from './halt-chord.ts'
import { unsaidIn } from './halt-lines.ts'
import { beyondShort, byWords, levelLabel, nameList, reachOf, spokenHalt, troubleOf } from './halt-words.ts'
import { isResuming } from './state/in-force.ts'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** Agents named in the banner. */
const talkersShown = 2
/** Places named in it. */
const placesShown = 2

/** Across the whole app while a halt is in force: who, when, the level, and who still talks. */
export function HaltBanner(): React.JSX.Element | null {
  const halt = useApp((state) => state.state?.halt)
  return halt === undefined ? null : <Banner key={`${halt.id} ${halt.level}`} halt={halt} />
}

function Banner({ halt }: { readonly halt: HaltState }): React.JSX.Element {
  const store = useStoreApi()
  const isPane = useApp((state) => state.isHaltPane)
  const { openHalt, openResume, showHaltPane } = store.getState()
  const { level, scope, at, by, talking, ask, beyond, unwritten, isInMemoryOnly } = halt
  const isAsk = !refuses(halt)
  const isAgain = isResuming(halt)
  const trouble = troubleOf(halt)
  const unsaid = unsaidIn(halt, useNow())
  return (
    <section className={isAsk ? 'banner asked' : 'banner halted'} aria-label="Halt">
      <Octagon className="i" aria-hidden="true" />
      <b>{isAsk ? 'Asked to stop' : scope.kind === 'agents' ? `Halted ${nameList(scope.agents, 2)}` : 'Halted'}</b>
      <span title={exactTime(at)}>
        {clockTime(at)} by {byWords(by)}
        <span className="roomy">, level {levelLabel(level)}</span>
      </span>
      {talking.length > 0 && (
        <>
          <span className="sep" />
          <button type="button" className="link lost" onClick={() => showHaltPane(true)}>
            {counted(talking.length, 'agent')} still {talking.length === 1 ? 'talks' : 'talk'}
          </button>
          <span
            className="cut roomy"
            title={talking.map(({ name, count: times }) => `${visibleString(quotedName(name))} ${count(times)}`).join(', ')}
          >
            {talking.slice(0, talkersShown).map(({ name, count: times }) => (
              <span key={name} className="talker">
                <VisibleText text={quotedName(name)} /> {count(times)}
              </span>
            ))}
          </span>
        </>
      )}
      {/* Who still talks comes first where there is no room for both; both lead to the same table. */}
      <span className={talking.length > 0 ? 'sep wide-only' : 'sep'} />
      <button
        type="button"
        className={talking.length > 0 ? 'link cut wide-only' : 'link cut'}
        aria-expanded={isPane}
        onClick={() => showHaltPane(!isPane)}
      >
        {factWords(halt)}
      </button>
      {unsaid.length > 0 && (
        <button type="button" className="link lost" title={nameList(unsaid, 40)} onClick={() => showHaltPane(true)}>
          <Glyph shape="over" /> Not said in {nameList(unsaid, placesShown)}
        </button>
      )}
      {beyond !== undefined && (
        <button
          type="button"
          className="link lost"
          title={visibleString(beyondWords(beyond, level, 'after'))}
          onClick={() => showHaltPane(true)}
        >
          <Glyph shape="over" /> {beyondShort(beyond)}
        </button>
      )}
      {trouble > 0 && (
        <button type="button" className="link lost" onClick={() => showHaltPane(true)}>
          <Glyph shape="over" /> {counted(trouble, 'link')} failed
        </button>
      )}
      {unwritten !== undefined && (
        <button type="button" className="link lost" title={visibleString(unwritten.message)} onClick={() => showHaltPane(true)}>
          <Glyph shape="over" /> {isInMemoryOnly === true ? 'Not saved: lost if Patchbay quits' : 'Not fully saved'}
        </button>
      )}
      <span className="end" />
      {ask !== undefined && (
        <button type="button" className="btn small asks" onClick={openResume}>
          <Glyph shape="needs" /> The command line asks to resume…
        </button>
      )}
      {level === 'stop' && scope.kind !== 'agents' && (
        <button type="button" className="btn small ghost roomy" onClick={() => openHalt(scope, 'cut')}>
          Cut the links…
        </button>
      )}
      {isAsk && (
        <button type="button" className="btn small" onClick={() => openHalt(scope, 'stop')}>
          Halt…
        </button>
      )}
      {isAgain && (
        <button type="button" className="btn small" onClick={() => openHalt(scope, level)}>
          Halt again…
        </button>
      )}
      <button type="button" className={isAsk ? 'btn small' : 'btn small primary'} onClick={openResume}>
        Resume… {!isAsk && !isAgain && <KeyCap text={keyCaps(haltKeys).join(' ')} />}
      </button>
      <Spoken halt={halt} />
    </section>
  )
}

/** `3 stopped, 4 told, 2 not reachable · 4 refused`, without what is none; that somebody was told is always said. */
function factWords({ rows, refused }: HaltState): string {
  const { stopped, told, unreached } = reachOf(rows)
  return [
    [
      ...(stopped.length === 0 ? [] : [`${count(stopped.length)} stopped`]),
      `${count(told.length)} told`,
      ...(unreached.length === 0 ? [] : [`${count(unreached.length)} not reachable`]),
    ].join(', '),
    ...(refused.count === 0 ? [] : [`${counted(refused.count, 'request')} refused`]),
  ].join(' · ')
}

/** Said once for a halt and its level, whatever happens later. */
function Spoken({ halt }: { readonly halt: HaltState }): React.JSX.Element {
  const [words] = useState(() => spokenHalt(halt))
  return (
    <p className="sr" role="alert" aria-label="Halt">
      {words}
    </p>
  )
}
