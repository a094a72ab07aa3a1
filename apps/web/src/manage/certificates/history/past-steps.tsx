import { Timeline } from '#manage/controls/values/timeline.tsx'
import { actWord } from '../desk-words.ts'
import styles from './history.module.css'
import type { History } from './shown-times.ts'

interface PastStepsProps {
  acts: History['acts']
  versions: History['versions']
  /** The version at the marker. */
  at: number | null
}

/** Every step with person, time and reason, newest first; imported versions stand among them. */
export function PastSteps({ acts, versions, at }: PastStepsProps) {
  const approved = new Set(acts.filter(({ act }) => act === 'approve').map(({ version }) => version))
  const imported = versions
    .filter(({ version }) => !approved.has(version))
    .map(({ version, time, reason }) => ({
      ...{ id: -version, version, act: 'import', byName: null, time, reason },
    }))
  const steps = [...acts, ...imported].sort((one, other) =>
    one.time < other.time ? 1 : one.time > other.time ? -1 : 0,
  )
  return (
    <Timeline
      entries={steps.map(({ id, act, version, byName, time, reason }) => {
        const isAt = (act === 'approve' || act === 'import') && version === at
        return {
          key: id,
          text: (
            <span className={styles.step} data-at={isAt || undefined}>
              <b>{actWord(act)}</b>（第 {version} 版）{isAt && <span className={styles.here}>当时所见</span>}
            </span>
          ),
          note: (
            <>
              {time.slice(0, 16)}，{byName ?? '运维命令'}
              {reason && <span className={styles.why}>{reason}</span>}
            </>
          ),
          ...(act === 'endNow' && { tone: 'danger' as const }),
        }
      })}
    />
  )
}
