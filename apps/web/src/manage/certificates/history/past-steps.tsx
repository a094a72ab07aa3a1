import { getStepWord } from '@portal/contract/certificates/desk/step-words.ts'
import { formatNumber } from '#lib/format.ts'
import { Timeline } from '#manage/controls/values/timeline.tsx'
import styles from './history.module.css'
import type { History } from './shown-times.ts'

interface PastStepsProps {
  events: History['events']
  versions: History['versions']
  logged: History['logged']
  /** Version at the marker. */
  at: number | null
}

const LOGGED_AS: Readonly<Record<string, History['logged'][number]['kind']>> = {
  end: 'withdraw',
  endNow: 'withdraw',
  replaced: 'reissue',
}

/** Every event with person, time, reason and entry of the public log, newest first, including imported versions. */
export function PastSteps({ events, versions, logged, at }: PastStepsProps) {
  const approved = new Set(events.filter(({ step }) => step === 'approve').map(({ version }) => version))
  const imported = versions
    .filter(({ version }) => !approved.has(version))
    .map(({ version, time, reason }) => ({
      id: -version,
      version,
      step: 'import',
      byName: null,
      time,
      reason,
      isPublished: true,
    }))
  // An event `import` of the desk makes a draft.
  const own = events.map((event) => ({ ...event, isPublished: event.step === 'approve' }))
  const steps = [...own, ...imported].sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0))
  return (
    <Timeline
      entries={steps.map(({ id, step, version, byName, time, reason, isPublished }) => {
        const loggedAs = isPublished ? 'publish' : LOGGED_AS[step]
        const entry = logged.find(({ kind, version: of }) => kind === loggedAs && of === version)
        const isAt = isPublished && version === at
        return {
          key: id,
          text: (
            <span className={styles.step} data-at={isAt || undefined}>
              <b>{getStepWord(step)}</b>（第 {version} 版）{isAt && <span className={styles.here}>当时所见</span>}
            </span>
          ),
          note: (
            <>
              {time.slice(0, 16)}，{byName ?? '运维命令'}
              {reason && <span className={styles.why}>{reason}</span>}
              {entry && <span className={styles.why}>公开日志第 {formatNumber(entry.index)} 条</span>}
            </>
          ),
          ...(step === 'endNow' && { tone: 'danger' as const }),
        }
      })}
    />
  )
}
