import { TriangleAlert } from '@lucide/icons'
import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useState } from 'react'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { keepCodes } from '#manage/controls/values/keep-codes.ts'
import { Icon } from '#ui/icon.tsx'
import { Tick } from '../approve/tick.tsx'
import { type PendingChange, SEEN_WORDS } from '../desk-words.ts'
import { WarnedScales } from './warned-scales.tsx'
import styles from './warnings-panel.module.css'

/** Keys of warnings that a signatory has read. */
export function useSeenWarnings() {
  const [seenKeys, setSeen] = useState<ReadonlySet<string>>(new Set())
  return {
    seen: seenKeys,
    see: (key: string, isSeen: boolean) =>
      setSeen((keys) => new Set(isSeen ? [...keys, key] : [...keys].filter((one) => one !== key))),
  }
}

interface WarningsPanelProps {
  pendingChange: PendingChange
  /** The reader may take the step, and checks off each warning. */
  mayDecide: boolean
  step: SignedStep
  warnings: ReturnType<typeof useSeenWarnings>
}

/** Each warning with its answer, and the reading on its scale. */
export function WarningsPanel({ pendingChange, mayDecide, step, warnings }: WarningsPanelProps) {
  return (
    <Panel title="警示" note={`${pendingChange.warnings.length} 条，须逐条确认`}>
      <ul className={styles.warnings}>
        {pendingChange.warnings.map(({ key, text, member }) => (
          <li key={key}>
            <div className={styles.words}>
              <p className={styles.title}>
                <Icon of={TriangleAlert} sizePx={18} />
                <b>{keepCodes(text)}</b>
              </p>
              <p className={styles.by}>{pendingChange.submittedBy ?? '制作人'}答复</p>
              <p>{pendingChange.answers.find((answer) => answer.key === key)?.text ?? '（未答复）'}</p>
              {mayDecide && (
                <Tick isTicked={warnings.seen.has(key)} onTick={(isSeen) => warnings.see(key, isSeen)}>
                  {SEEN_WORDS[step]}
                </Tick>
              )}
            </div>
            <WarnedScales member={member} fields={pendingChange.form.fields} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
